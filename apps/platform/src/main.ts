import { spawn } from 'node:child_process'
import { ZodError } from 'zod'
import { type Env, readEnv } from './env.ts'
import { DataFolderInUse } from './engine/data-lock.ts'
import { type Platform, startPlatform } from './platform.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

function parse(): Env {
  try {
    return readEnv(process.argv.slice(2), process.env)
  } catch (error) {
    const message =
      error instanceof ZodError
        ? error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
        : String(error instanceof Error ? error.message : error)
    complain(message)
    process.exit(2)
  }
}

function greet({ url, gatewayUrl, dataDir, logFile, welcomeUrl }: Platform) {
  say('')
  say(`  Plinth is running at   ${url}`)
  say(`  Projects' own APIs     ${gatewayUrl}`)
  say(`  Data lies in           ${dataDir}`)
  say(`  Log                    ${logFile}`)
  if (welcomeUrl) {
    say('')
    say('  Make your account with this link (it works once):')
    say(`  ${welcomeUrl}`)
  }
  say('')
  say('  Press Ctrl-C to stop.')
}

/** A desktop's own way to open an address; nothing happens where there is none. */
function openBrowser(url: string) {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const hasDesktop = process.platform === 'darwin' || process.env['DISPLAY']
  if (!hasDesktop || !process.stdout.isTTY) return
  const child = spawn(command, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined) // expected: no such program; the address is printed anyway
  child.unref()
}

async function main() {
  const env = parse()
  const starting = startPlatform(env)

  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    say(`\n  Stopping (${signal}) …`)
    try {
      // one that is still coming up is stopped as soon as it is up: half a start cannot be undone
      await (await starting).close()
      process.exit(0)
    } catch (error) {
      complain(`It did not stop cleanly: ${String(error)}`)
      process.exit(1)
    }
  }
  // before the first child process exists; SIGHUP is a closed terminal
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal))
  }

  const platform = await starting
  if (isStopping) return
  greet(platform)
  if (env.open) openBrowser(platform.welcomeUrl ?? platform.url)
}

main().catch((error: unknown) => {
  const isExpected = error instanceof DataFolderInUse
  complain(isExpected ? error.message : `Plinth could not start: ${describe(error)}`)
  process.exit(1)
})

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause ? `\n  because: ${describe(error.cause)}` : ''
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE'
  const advice = isPortTaken ? '\n  Choose another port with --port' : ''
  return `${error.message}${cause}${advice}`
}
