import { defineConfig } from '@playwright/test'
import { chromiumArgs, findChromium } from './scripts/lib/browser.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // fixtures start one platform per worker, with PostgreSQL processes below it
  workers: 2,
  // a journey that passes the second time has a race in it
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/reports/e2e.json' }]],
  use: {
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
    trace: 'retain-on-failure',
    viewport: { width: 1440, height: 900 },
  },
})
