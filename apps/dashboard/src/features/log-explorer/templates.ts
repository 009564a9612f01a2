/** Queries to begin with, each a question people come with. */
export const TEMPLATES = [
  {
    name: 'Newest requests',
    about: 'The gateway, newest first',
    sql: `select timestamp, method, path, status_code, took_ms
from edge_logs
order by timestamp desc
limit 100`,
  },
  {
    name: 'Errors by path',
    about: 'Which addresses fail, and how often',
    sql: `select path, status_code, count(*) as requests
from edge_logs
where status_code >= 400
group by path, status_code
order by requests desc
limit 50`,
  },
  {
    name: 'Slow requests',
    about: 'The median and the slowest of each path',
    sql: `select path,
  count(*) as requests,
  round(percentile_cont(0.5) within group (order by took_ms)::numeric, 1) as median_ms,
  round(percentile_cont(0.95) within group (order by took_ms)::numeric, 1) as p95_ms,
  max(took_ms) as slowest_ms
from edge_logs
group by path
order by p95_ms desc
limit 50`,
  },
  {
    name: 'Requests over time',
    about: 'How many a minute, and how many of them failed',
    sql: `select date_trunc('minute', timestamp) as minute,
  count(*) as requests,
  count(*) filter (where status_code >= 500) as failed
from edge_logs
group by minute
order by minute`,
  },
  {
    name: 'Refused keys',
    about: 'Who asks without a key that is known',
    sql: `select ip_address, user_agent, count(*) as requests, max(timestamp) as last
from edge_logs
where status_code in (401, 403)
group by ip_address, user_agent
order by requests desc
limit 50`,
  },
  {
    name: 'Requests by key',
    about: 'What is asked with which key',
    sql: `select key_role, key_prefix, role, count(*) as requests, max(timestamp) as last
from edge_logs
where key_prefix is not null
group by key_role, key_prefix, role
order by requests desc`,
  },
  {
    name: 'Errors of the database',
    about: 'Which statements fail, and why',
    sql: `select sql_state_code, event_message, count(*) as times, max(timestamp) as last
from postgres_logs
where error_severity in ('ERROR', 'FATAL', 'PANIC')
group by sql_state_code, event_message
order by times desc
limit 50`,
  },
  {
    name: 'Failed log-ins to the database',
    about: 'Wrong passwords and unknown roles',
    sql: `select timestamp, event_message, metadata ->> 'remote_host' as remote_host
from postgres_logs
where sql_state_code in ('28P01', '28000')
order by timestamp desc
limit 100`,
  },
  {
    name: 'Edge functions by time taken',
    about: 'Calls, failures and time of each function',
    sql: `select function_slug,
  count(*) as calls,
  count(*) filter (where status_code >= 500) as failed,
  round(avg(took_ms)::numeric, 1) as average_ms
from function_edge_logs
group by function_slug
order by average_ms desc`,
  },
  {
    name: 'What edge functions say',
    about: 'Their console, newest first',
    sql: `select timestamp, function_slug, level, event_message
from function_logs
order by timestamp desc
limit 100`,
  },
] as const
