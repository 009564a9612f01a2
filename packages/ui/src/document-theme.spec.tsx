import { afterEach, expect, test, vi } from 'vitest'
import { setDocumentTheme } from './document-theme.ts'

afterEach(() => vi.restoreAllMocks())

const shown = () => document.documentElement.dataset['theme']

function systemIs(dark: boolean) {
  const media = Object.assign(new EventTarget(), { matches: dark })
  // the three members that are used stand in for the rest
  vi.spyOn(window, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList)
  return {
    becomes: (next: boolean) => {
      media.matches = next
      media.dispatchEvent(new Event('change'))
    },
  }
}

test('a chosen theme stands whatever the system says', () => {
  const system = systemIs(true)
  setDocumentTheme('light')
  system.becomes(true)
  expect(shown()).toBe('light')
})

test('system follows the system until stopped', () => {
  const system = systemIs(true)
  const stop = setDocumentTheme('system')
  expect(shown()).toBe('dark')
  system.becomes(false)
  expect(shown()).toBe('light')
  stop()
  system.becomes(true)
  expect(shown()).toBe('light')
})

test('the tokens change with the theme', () => {
  const ground = () => getComputedStyle(document.body).backgroundColor
  setDocumentTheme('light')
  expect(ground()).toBe('rgb(247, 248, 248)')
  setDocumentTheme('dark')
  expect(ground()).toBe('rgb(13, 15, 16)')
})
