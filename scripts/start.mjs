import { buildWhatIsStale } from './lib/build.mjs'
import { complaintAbout, help } from './lib/flags.mjs'
import { installWhatIsMissing } from './lib/install.mjs'
import { onSupportedNode } from './lib/node.mjs'
import { platformCommand } from './lib/platform-command.mjs'
import { Failure, main, run } from './lib/run.mjs'

await main(async () => {
  const flags = process.argv.slice(2)
  if (flags.includes('--help') || flags.includes('-h')) {
    console.log(help())
    return 0
  }
  const complaint = complaintAbout(flags)
  if (complaint) throw new Failure(`${complaint}\n\n${help()}`)

  await onSupportedNode(import.meta.url)
  await installWhatIsMissing()
  await buildWhatIsStale()
  const { command, args, env } = platformCommand(flags)
  return run(command, args, {
    env,
    // a relative --data is relative to where the person stands
    cwd: process.env.INIT_CWD ?? process.cwd(),
  })
})
