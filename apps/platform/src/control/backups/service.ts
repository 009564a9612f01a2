export { verifyIfNew } from './verify.ts'
