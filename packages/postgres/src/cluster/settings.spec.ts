import { expect, test } from 'vitest'
import { settingsFor } from './settings.ts'

test('what compute sizes get', () => {
  const sizes = [
    [512, 0.5, 60],
    [1024, 2, 60],
    [4096, 2, 120],
    [65_536, 16, 400],
  ] as const
  const table = sizes.map(([memoryMb, cpus, maxConnections]) => {
    const all = settingsFor({ memoryMb, cpus, maxConnections })
    return [
      all['shared_buffers'],
      all['effective_cache_size'],
      all['work_mem'],
      all['maintenance_work_mem'],
      all['max_connections'],
      all['max_worker_processes'],
      all['max_parallel_workers'],
    ].join(' ')
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "64MB 307MB 2185kB 32MB 60 4 1",
      "128MB 614MB 4369kB 64MB 60 4 2",
      "512MB 2458MB 8738kB 256MB 120 4 2",
      "8192MB 39322MB 41943kB 1024MB 400 32 16",
    ]
  `)
})

test('WAL leaves room for data on the disk of a small project', () => {
  const wal = [512, 1024, 4096, 16_384, 65_536].map(
    (memoryMb) => settingsFor({ memoryMb, cpus: 2, maxConnections: 60 })['max_wal_size'],
  )
  expect(wal).toEqual(['256MB', '256MB', '1024MB', '4096MB', '8192MB'])
})

test('nothing is ever traded for durability', () => {
  expect(settingsFor({ memoryMb: 512, cpus: 1, maxConnections: 60 })).toMatchObject({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
  })
})
