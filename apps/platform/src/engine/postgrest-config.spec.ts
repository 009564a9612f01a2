import { expect, test } from 'vitest'
import { automaticPool, postgrestConfigText } from './postgrest-config.ts'

test('what an owner may name cannot end a line or a text of the file', () => {
  const text = postgrestConfigText(
    {
      settings: { schemas: ['public', 'a"b\\'], extraSearchPath: [], maxRows: 5, pool: null },
      pool: 12,
      database: { socketDir: '/data dir/p+1', port: 54_400, password: 'p@ss' },
      jwtSecret: 'a secret',
      publicUrl: 'http://localhost/x',
    },
    '/s',
  )
  expect(text).toMatchInlineSnapshot(`
    "db-uri = "postgresql://authenticator:p%40ss@/postgres?host=%2Fdata%20dir%2Fp%2B1&port=54400"
    db-schemas = "public,a\\"b\\\\"
    db-extra-search-path = ""
    db-max-rows = 5
    db-pool = 12
    db-anon-role = "anon"
    db-config = true
    jwt-secret = "a secret"
    openapi-server-proxy-uri = "http://localhost/x"
    server-unix-socket = "/s"
    server-unix-socket-mode = "600"
    log-level = "error"
    "
  `)
})

test('the pool follows the size', () => {
  expect([30, 60, 120, 500].map(automaticPool)).toEqual([6, 12, 24, 40])
})
