import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { env } from 'node:process'
import { defineConfig } from 'vite'
import { contractRoutes } from './vite/contract-routes.ts'
import { lightShell } from './vite/light-shell.ts'
import { pureContract } from './vite/pure-contract.ts'

const platform = `http://127.0.0.1:${env['PLINTH_PORT'] ?? '4000'}`

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
      // a spec beside a route is no route
      routeFileIgnorePattern: '\\.spec\\.tsx?$',
    }),
    react(),
    tailwindcss(),
    contractRoutes(),
    pureContract(),
    lightShell(),
  ],
  // the server writes a fresh nonce into each page it sends
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // the content policy allows no data: URLs but for images, and small files compress as well on their own
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/platform': platform, '/api': platform, '/v1': platform } },
})
