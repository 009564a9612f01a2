import { join } from 'node:path'
import { complaintAbout } from './lib/flags.mjs'
import { installWhatIsMissing } from './lib/install.mjs'
import { onSupportedNode } from './lib/node.mjs'
import { root } from './lib/paths.mjs'
import { Failure, main, npm, run } from './lib/run.mjs'

// Both sides with hot reload: the platform restarts on a change, the dashboard is Vite's, which hands
// calls on to the platform. Takes the platform's flags; its data lies in .data unless they say otherwise.
await main(async () => {
  const flags = process.argv.slice(2)
  const complaint = complaintAbout(flags)
  if (complaint) throw new Failure(complaint)
  await onSupportedNode(import.meta.url)
  await installWhatIsMissing()

  const data = process.env.PLINTH_DATA ?? join(root, '.data')
  const platform = ['--watch', '--watch-preserve-output', 'apps/platform/src/main.ts', '--no-open']
  const [command, args] = npm()
  const end = new AbortController()
  const until = end.signal
  // neither is of use without the other
  const code = await Promise.race([
    run(process.execPath, [...platform, ...flags], { env: { PLINTH_DATA: data }, until }),
    run(command, [...args, 'run', 'dev', '-w', '@plinth/dashboard'], { until }),
  ])
  end.abort()
  return code
})
