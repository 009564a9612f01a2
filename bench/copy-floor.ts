import { pipeline } from 'node:stream/promises'
import { withAdmin } from '@plinth/postgres'
import { from, to } from 'pg-copy-streams'
import { bareCluster } from './bare-cluster.ts'
import { timed } from './lib.ts'

/** What a dump and a load of the rows would take, with nothing in between: one table, copied as text from server to server. */
export async function copyFloor(
  cacheDir: string,
  { table, fill }: { table: string; fill: string },
) {
  await using old = await bareCluster(cacheDir, { major: 17, port: 54_397 })
  await using made = await bareCluster(cacheDir, { major: 18, port: 54_398 })
  await withAdmin(old.target, (client) => client.query(`create table ${table} as ${fill}`))
  // awaited here: a bare return would end both servers under the copy
  return await timed(() =>
    withAdmin(old.target, (source) =>
      withAdmin(made.target, async (target) => {
        await target.query(`create table ${table} as ${fill} with no data`)
        const [rows, into] = [to(`copy ${table} to stdout`), from(`copy ${table} from stdin`)]
        await pipeline(source.query(rows), target.query(into))
        await target.query('checkpoint')
      }),
    ),
  )
}
