export { createProject, type CreateDeps } from './create.ts'
