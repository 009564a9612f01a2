import { join } from 'node:path'
import { installWhatIsMissing } from './lib/install.mjs'
import { onSupportedNode } from './lib/node.mjs'
import { root } from './lib/paths.mjs'
import { main, run } from './lib/run.mjs'

// An access token of your own, to start a platform with: PLINTH_ACCESS_TOKEN=$(npm run -s token)
await main(async () => {
  await onSupportedNode(import.meta.url)
  await installWhatIsMissing()
  const print = join(root, 'apps/platform/src/control/access-tokens/print-token.ts')
  return run(process.execPath, [print])
})
