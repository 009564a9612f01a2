import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

// oxlint-disable-next-line node/no-process-env -- a test configuration is where a program starts
const executablePath = process.env['PLINTH_CHROMIUM'] ?? '/usr/bin/chromium'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
  // found while a test runs, a dependency would reload the page under it
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}'] },
  test: {
    name: 'ui',
    include: ['src/**/*.spec.tsx'],
    setupFiles: ['test/setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1024, height: 768 },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: {
          executablePath,
          args: [
            '--no-sandbox',
            '--disable-gpu',
            '--disable-quic',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
          ],
        },
      }),
    },
  },
})
