import { AUTO_GROW_AT, READ_ONLY } from '@plinth/contract'
import type { WarningKind } from './resource-warnings.ts'

type Help = {
  readonly title: string
  /** What it means, and what helps, the cheapest first. */
  readonly text: string
  readonly advice: readonly string[]
  /** Shows where it goes. */
  readonly query: { readonly label: string; readonly sql: string }
}

// what the spec calls a warning's docs; the names are those that warnings are measured by
export const WARNING_HELP = {
  cpu: {
    title: 'The processor',
    text: 'The share of its cores that the database was working in, over the last five minutes.',
    advice: [
      'Find the queries that take most of the time, and give them an index or less to do.',
      'Look for something that runs again and again: a page that asks on every key, a job without a pause.',
      'Choose a larger compute size where the work is what it has to be.',
    ],
    query: {
      label: 'Queries that took the most time',
      sql: `select calls, round(total_exec_time) as total_ms, round(mean_exec_time) as mean_ms, query
from extensions.pg_stat_statements
order by total_exec_time desc
limit 10`,
    },
  },
  ram: {
    title: 'Memory',
    text: 'What all processes of the database hold, over the last five minutes. When it is used up, queries are ended for it.',
    advice: [
      'Close connections that nobody uses, or let clients share some: each one takes memory of its own.',
      'Sort and join less at once: a large sort takes memory for every step of its plan.',
      'Choose a larger compute size, which also keeps more of the tables in memory.',
    ],
    query: {
      label: 'Who is connected',
      sql: `select usename as role, count(*) as sessions
from pg_stat_activity
where datname = current_database()
group by usename
order by sessions desc`,
    },
  },
  disk_io: {
    title: 'Disk I/O',
    text: 'Reads and writes over the last five minutes, as a share of what the compute size and the disk can do for as long as they like. Above it they live on a reserve.',
    advice: [
      'Give tables that are read from end to end an index for what they are asked.',
      'Write many rows in one statement or with COPY, and not one by one.',
      'Choose a larger compute size, or a disk with more IOPS and throughput.',
    ],
    query: {
      label: 'Tables that are read from end to end',
      sql: `select relname as table, seq_scan as scans, seq_tup_read as rows_read, idx_scan as by_index
from pg_stat_user_tables
order by seq_tup_read desc
limit 10`,
    },
  },
  disk_space: {
    title: 'Disk space',
    text: `What lies on the disk now. At ${READ_ONLY.on} % the project only reads, until there is room again; on paid plans the disk grows by itself at ${AUTO_GROW_AT} %.`,
    advice: [
      'Delete what is not needed; truncate gives its room back at once, delete after a vacuum.',
      'Drop indexes that no query uses.',
      'Enlarge the disk, or let it grow further by itself.',
    ],
    query: {
      label: 'The largest tables',
      sql: `select relname as table, pg_size_pretty(pg_total_relation_size(relid)) as size
from pg_stat_user_tables
order by pg_total_relation_size(relid) desc
limit 10`,
    },
  },
} as const satisfies Record<string, Help>

type Topic = keyof typeof WARNING_HELP
/** A part of it, or all from the top. */
export type HelpTopic = Topic | 'all'

// a warning of what cannot happen yet has no help either
const TOPIC_OF = {
  is_readonly_mode_enabled: 'disk_space',
  disk_space_exhaustion: 'disk_space',
  disk_io_exhaustion: 'disk_io',
  cpu_exhaustion: 'cpu',
  memory_and_swap_exhaustion: 'ram',
  auth_rate_limit_exhaustion: undefined,
  multiple_resource_warnings: 'all',
} as const satisfies Record<WarningKind, HelpTopic | undefined>

export const helpTopic = (kind: WarningKind): HelpTopic | undefined => TOPIC_OF[kind]

const TOPICS = Object.keys(WARNING_HELP) as readonly Topic[] // keys of the literal above
export const HELP_TOPICS: readonly HelpTopic[] = ['all', ...TOPICS]
export const HELP_PARTS = TOPICS.map((topic) => ({ topic, help: WARNING_HELP[topic] as Help })) // satisfied above
