// Runs as a process of its own beside one project's Postgres: a schema of thousands of tables, or a
// query made to hurt, costs that project and nobody else.
import { readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import pg from 'pg'
import { GraphqlConfig } from './config.ts'
import { graphqlListener } from './listener.ts'
import { createSchemas } from './schemas.ts'

const CHANGED = 'pgrst'

const [file = ''] = process.argv.slice(2)
const config = GraphqlConfig.parse(JSON.parse(readFileSync(file, 'utf8')))
rmSync(file)

const { database, schemas, maxRows, jwtSecret } = config
const connection = {
  host: database.socketDir,
  port: database.port,
  user: 'authenticator',
  password: database.password,
  database: 'postgres',
  application_name: 'plinth graphql',
}
const pool = new pg.Pool({ ...connection, max: config.pool, idleTimeoutMillis: 30_000 })
// a connection that breaks while idle is replaced when it is next needed
pool.on('error', (error) => process.stderr.write(`${error.message}\n`))
const known = createSchemas({ pool, schemas, maxRows })

let isListening = false
const server = graphqlListener({ schemas: known, jwtSecret, isReady: () => isListening })
server.listen(config.socketPath)
await once(server, 'listening')
becomeProject()

// told of every change of the schema, as the data API is; without that it must not go on
const ear = new pg.Client({ ...connection, application_name: 'plinth graphql, listening' })
ear.on('notification', () => known.changed())
ear.on('error', end)
ear.on('end', () => end(new Error('The database closed the connection')))
try {
  await ear.connect()
  await ear.query(`listen ${CHANGED}`)
  isListening = true
} catch (error) {
  end(error)
}

/** Everything of ours has been read by now; what comes is the project's own. */
function becomeProject() {
  const { user } = config
  if (!user || !process.setgroups || !process.setgid || !process.setuid) return
  process.setgroups([user.gid])
  process.setgid(user.gid)
  process.setuid(user.uid)
}

function end(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
