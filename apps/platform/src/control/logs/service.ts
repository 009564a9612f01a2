export { type AskDeps, logQueries } from './ask.ts'
export { createLogFollower } from './follow.ts'
export { keptLogs } from './retention.ts'
