import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeDatabase } from '#test/database.ts'
import { createBus } from './bus.ts'

/** In front of a database's socket, counting who knocks; while it is closed nobody gets in. */
async function door(socketFile: string) {
  const open = new Set<Socket>()
  const door = { isClosed: false, knocks: 0, port: 0, shut: () => undefined }
  const server = createServer((socket) => {
    door.knocks += 1
    socket.on('error', () => undefined)
    if (door.isClosed) return void socket.destroy()
    const behind = connect(socketFile)
    behind.on('error', () => socket.destroy())
    socket.on('close', () => behind.destroy())
    open.add(socket)
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('It listens on TCP')
  return Object.assign(door, {
    port: address.port,
    shut() {
      door.isClosed = true
      for (const socket of open) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      door.shut()
      server.close()
    },
  })
}

test('a database that is away is asked by one connection at a time, and heard again', async () => {
  const database = await makeDatabase()
  const { host, port, ...rest } = database.connection
  await using front = await door(join(host ?? '', `.s.PGSQL.${port}`))
  const pool = new pg.Pool(database.connection)
  const bus = await createBus({
    connection: { ...rest, host: '127.0.0.1', port: front.port },
    pool,
    log: pino({ level: 'silent' }),
    reconnectMs: 20,
  })
  const heard: string[] = []
  bus.subscribe(({ topic }) => heard.push(topic))
  await bus.publish({ topic: 'before' })
  await expect.poll(() => heard).toEqual(['before'])

  front.knocks = 0
  front.shut()
  // each failure is followed by one attempt; were it two, there would be hundreds by now
  await expect.poll(() => front.knocks).toBeGreaterThanOrEqual(9)
  expect(front.knocks).toBeLessThan(30)

  front.isClosed = false
  await expect
    .poll(async () => {
      await bus.publish({ topic: 'after' })
      return heard
    })
    .toContain('after')
  await bus.close()
  await pool.end()
  await database.drop()
})
