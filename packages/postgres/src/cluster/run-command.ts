import { execFile } from 'node:child_process'
import type { OsUser } from './os-user.ts'
import { ClusterError } from '#postgres/errors.ts'

type CommandOptions = {
  command: string
  args: readonly string[]
  user?: OsUser
  cwd?: string
  env?: Readonly<Record<string, string>>
  commandTimeoutMs: number
  signal?: AbortSignal | undefined
}

/** What child processes see of the environment: nothing of ours, and messages in a language we can keep. */
export const bareEnvironment: Readonly<Record<string, string>> = Object.freeze({
  LC_ALL: 'C',
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
})

/** Runs one program with an argument array (never a shell) and returns what it printed. */
export function runCommand(options: CommandOptions): Promise<string> {
  const { command, args, user, cwd = '/', env, commandTimeoutMs, signal } = options
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      {
        cwd,
        env: { ...bareEnvironment, ...env },
        timeout: commandTimeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: 16 * 1024 * 1024,
        ...user,
        ...(signal && { signal }),
      },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        if (signal?.aborted) return reject(new ClusterError('ABORTED', `${command} was aborted`))
        const logTail = stderr.trimEnd().split('\n').slice(-20)
        const why = error.killed ? `gave no answer in ${commandTimeoutMs} ms` : logTail.at(-1)
        reject(
          new ClusterError('COMMAND_FAILED', `${command} failed: ${why}`, {
            logTail,
            cause: error,
          }),
        )
      },
    )
  })
}
