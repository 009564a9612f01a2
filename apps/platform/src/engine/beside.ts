import { companions } from './companions.ts'
import { graphqlServers } from '#app/engine/graphql/graphql-servers.ts'

type Options = Parameters<typeof companions>[0]

/** Everything that stands beside each project's Postgres, and follows it. */
export function besidePostgres(options: Options) {
  const rest = companions(options)
  const graphql = graphqlServers(options)
  return {
    rest,
    graphql,
    async serve(placement: Parameters<typeof rest.serve>[0]) {
      await Promise.all([rest.serve(placement), graphql.serve(placement)])
    },
    /** Postgres went away by itself. */
    async suspend(ref: string) {
      await Promise.all([rest.suspend(ref), graphql.suspend(ref)])
    },
    async resume(ref: string, port: number | undefined) {
      graphql.resume(ref, port)
      await rest.resume(ref, port)
    },
    async stop(ref: string) {
      await Promise.all([rest.stop(ref), graphql.stop(ref)])
    },
    async close() {
      await Promise.all([rest.close(), graphql.close()])
    },
  }
}
