// The floor for SQL over HTTP: node:http and pg, nothing else. Prints its port when it listens.
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 5 })
pool.on('error', () => undefined) // the benchmark is over when its database goes

const asText = { getTypeParser: () => (text: string) => text }

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    // the benchmark's own request, so its shape is known
    const { query } = JSON.parse(body) as { query: string }
    pool.query({ text: query, rowMode: 'array', types: asText }).then(
      ({ fields, rows }) => {
        const columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ columns, rows }))
      },
      (error: unknown) => {
        response.statusCode = 500
        response.end(String(error))
      },
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
