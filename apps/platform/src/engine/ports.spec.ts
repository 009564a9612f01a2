import { expect, test } from 'vitest'
import { PROJECT_PORTS } from './ports.ts'

test('a port of a project is never one that the system lends to outgoing connections', () => {
  const linuxLendsFrom = 32_768
  expect(PROJECT_PORTS.to).toBeLessThan(linuxLendsFrom)
  // and no service of this system needs rights to bind, or is well known there
  expect(PROJECT_PORTS.from).toBeGreaterThan(10_000)
})
