import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const SECOND = 1000
// each worker of `platform` starts a PostgreSQL of its own
const DATABASE_WORKERS = Math.min(2, availableParallelism())
// the one check of the repository that needs a PostgreSQL
const SCHEMA = 'tools/schema.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.spec.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          exclude: [SCHEMA],
          environment: 'node',
          testTimeout: 30 * SECOND,
        },
      },
      {
        test: {
          name: 'platform',
          include: ['packages/postgres/**/*.test.ts', 'apps/platform/**/*.test.ts', SCHEMA],
          environment: 'node',
          globalSetup: ['apps/platform/test/global-setup.ts'],
          pool: 'forks',
          maxWorkers: DATABASE_WORKERS,
          testTimeout: 60 * SECOND,
          hookTimeout: 120 * SECOND,
        },
      },
      // browser mode, with a configuration of its own
      ...(existsSync('packages/ui/vitest.config.ts') ? ['packages/ui/vitest.config.ts'] : []),
    ],
  },
})
