export { type AskDeps, logQueries } from './ask.ts'
