import { expect, test } from 'vitest'
import { sampleProcesses } from './sample.ts'
import { startCluster } from './start.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { testCluster, testPort, testServer } from '#test/database.ts'

test.runIf(process.platform === 'linux')('an idle cluster is small, and work shows', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  const before = await sampleProcesses(cluster)
  expect(before?.residentBytes).toBeGreaterThan(5_000_000)
  expect(before?.residentBytes).toBeLessThan(100_000_000)
  await withAdmin(
    { clusterDir: made.clusterDir, port: cluster.port, password: made.template.adminPassword },
    (client) =>
      client.query('create table public.t as select generate_series(1, 300000) as a; checkpoint'),
  )
  const after = await sampleProcesses(cluster)
  expect(after?.cpuSeconds).toBeGreaterThan(before?.cpuSeconds ?? Infinity)
  expect(after?.writtenBytes).toBeGreaterThan((before?.writtenBytes ?? Infinity) + 10_000_000)
  await cluster.stop()
  expect(await sampleProcesses(cluster)).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'who is connected is counted, helpers are not',
  async () => {
    await using server = await testServer()
    const clients = async () => (await sampleProcesses(server.cluster))?.clientCount
    expect(await clients()).toBe(0)
    await using owner = await server.connect('postgres')
    await using monitor = await server.connect('plinth_monitor')
    await Promise.all([owner.query('select 1'), monitor.query('select 1')])
    expect(await clients()).toBe(2)
  },
)
