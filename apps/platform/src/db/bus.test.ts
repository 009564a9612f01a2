import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeDatabase, type TestDatabase } from '#test/database.ts'
import { BUS_RESUMED, createBus } from './bus.ts'
import { connectDatabase } from './connect.ts'

// a connection that is on its way out may still hear that its database is dropped
const poolOf = ({ connection }: TestDatabase) =>
  connectDatabase({ connection, onError: () => undefined }).pool

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
  const pool = poolOf(database)
  const bus = await createBus({
    connection: { ...rest, host: '127.0.0.1', port: front.port },
    pool,
    log: pino({ level: 'silent' }),
    reconnectMs: 5,
  })
  const heard: string[] = []
  bus.subscribe(({ topic }) => heard.push(topic))
  const other = await createBus({
    connection: database.connection,
    pool,
    log: pino({ level: 'silent' }),
  })
  await other.publish({ topic: 'before' })
  await expect.poll(() => heard).toEqual(['before'])

  front.knocks = 0
  front.shut()
  await expect.poll(() => front.knocks).toBeGreaterThanOrEqual(9)
  // each failure is followed by one attempt: were it two, each of those would be followed by two
  expect(front.mostWaiting).toBe(1)

  front.isClosed = false
  await expect
    .poll(async () => {
      await other.publish({ topic: 'after' })
      return heard
    })
    .toContain('after')
  // whoever was told of changes asks anew what it may have missed
  expect(heard).toContain(BUS_RESUMED)
  await other.close()
  await bus.close()
  await pool.end()
  await database.drop()
})

test('whoever was told that keys had changed used them before the gateway of the same server knew', async () => {
  const database = await makeDatabase()
  const pool = poolOf(database)
  const options = { connection: database.connection, pool, log: pino({ level: 'silent' }) }
  const [bus, other] = [await createBus(options), await createBus(options)]
  const heard: unknown[] = []
  bus.subscribe(() => {
    throw new Error('a listener that fails')
  })
  bus.subscribe((message) => heard.push(message))
  const at = new Date(0)
  for (const count of [1, 2, 3]) {
    await bus.publish({ topic: 'keys', at })
    expect(heard).toHaveLength(count)
  }
  expect(heard.at(-1)).toEqual({ topic: 'keys', at: at.toJSON() })
  // once each: its own come back to it as well
  await other.publish({ topic: 'last' })
  await expect.poll(() => heard.at(-1)).toEqual({ topic: 'last' })
  expect(heard).toHaveLength(4)
  await Promise.all([bus.close(), other.close()])
  await pool.end()
  await database.drop()
})
