import { z } from 'zod'

/** What one GraphQL process is told, through a file that it removes once it has read it. */
export const GraphqlConfig = z.object({
  socketPath: z.string(),
  /** The project's account, which it becomes before it connects; missing where we have none to give. */
  user: z.object({ uid: z.int(), gid: z.int() }).optional(),
  database: z.object({ socketDir: z.string(), port: z.int(), password: z.string() }),
  /** Exposed schemas. */
  schemas: z.array(z.string()),
  /** The most rows a connection of nodes gives at once. */
  maxRows: z.int(),
  pool: z.int(),
  /** The gateway's: it has judged a token before one comes here. */
  jwtSecret: z.string(),
})
export type GraphqlConfig = z.infer<typeof GraphqlConfig>
