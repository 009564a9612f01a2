import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeDatabase } from '#test/database.ts'
import { BUS_RESUMED, createBus } from './bus.ts'

/** In front of a database's socket; while it is closed nobody gets in, and it counts who waits outside. */
async function door(socketFile: string) {
  const open = new Set<Socket>()
  const door = { isClosed: false, knocks: 0, waiting: 0, mostWaiting: 0 }
  const server = createServer((socket) => {
    door.knocks += 1
    socket.on('error', () => undefined)
    if (door.isClosed) {
      door.waiting += 1
      door.mostWaiting = Math.max(door.mostWaiting, door.waiting)
      socket.on('close', () => (door.waiting -= 1))
      return void setTimeout(() => socket.destroy(), 10)
    }
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
      for (const socket of open) socket.destroy()
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
    reconnectMs: 5,
  })
  const heard: string[] = []
  bus.subscribe(({ topic }) => heard.push(topic))
  await bus.publish({ topic: 'before' })
  await expect.poll(() => heard).toEqual(['before'])

  front.knocks = 0
  front.shut()
  await expect.poll(() => front.knocks).toBeGreaterThanOrEqual(9)
  // each failure is followed by one attempt: were it two, each of those would be followed by two
  expect(front.mostWaiting).toBe(1)

  front.isClosed = false
  await expect
    .poll(async () => {
      await bus.publish({ topic: 'after' })
      return heard
    })
    .toContain('after')
  // whoever was told of changes asks anew what it may have missed
  expect(heard).toContain(BUS_RESUMED)
  await bus.close()
  await pool.end()
  await database.drop()
})
