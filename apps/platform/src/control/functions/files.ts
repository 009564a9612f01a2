import { FUNCTION_LIMITS, FunctionPath } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'

export type SentFile = { readonly path: string; readonly content: Buffer }

const refuse = (field: string, message: string): never => {
  throw new AppError('BAD_INPUT', { message, data: { fields: { [field]: [message] } } })
}

/** The files of a deployment, each at a path of its own. */
export async function filesOf(sent: File | readonly File[], entrypoint: string) {
  // a single one comes by itself
  const given = sent instanceof File ? [sent] : sent
  if (given.length > FUNCTION_LIMITS.files) {
    refuse('file', `A function has at most ${FUNCTION_LIMITS.files} files`)
  }
  if (given.reduce((sum, { size }) => sum + size, 0) > FUNCTION_LIMITS.bytes) {
    throw new AppError('FUNCTION_TOO_LARGE')
  }
  const files: SentFile[] = []
  for (const file of given) {
    const path = pathOf(file)
    // where a machine does not tell case apart, the two would be one file
    if (files.some((other) => other.path.toLowerCase() === path.toLowerCase())) {
      refuse('file', `Two files are called ${path}`)
    }
    files.push({ path, content: Buffer.from(await file.arrayBuffer()) })
  }
  if (!files.some(({ path }) => path === entrypoint)) {
    refuse('metadata.entrypoint_path', `There is no file ${entrypoint} among those sent`)
  }
  return files
}

function pathOf({ name }: File): string {
  const path = FunctionPath.safeParse(name.replace(/^\.\//, ''))
  const why = path.error?.issues[0]?.message
  return path.data ?? refuse('file', `${name.slice(0, 200)}: ${why}`)
}
