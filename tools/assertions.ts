import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Report = {
  diagnostics: {
    filename: string
    labels: { span: { offset: number; length: number; line: number } }[]
  }[]
}

// `as const` is no assertion, and the linter knows an `as` in an import from one in an expression
const RULES = {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  rules: {
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-non-null-assertion': 'error',
  },
}

/** Every `as` and `!` in the given folders that no comment on its line or right above it explains. */
export function unexplainedAssertions(folders: readonly string[]): string[] {
  const unexplained = report(folders).diagnostics.flatMap(({ filename, labels }) =>
    labels
      .filter(({ span }) => !isExplained(filename, span))
      .map(({ span }) => `${filename}:${span.line}`),
  )
  return [...new Set(unexplained)]
}

function report(folders: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-assertions-'))
  const config = join(folder, 'rules.json')
  writeFileSync(config, JSON.stringify(RULES))
  const args = ['node_modules/oxlint/bin/oxlint', '-c', config, '-f', 'json', ...folders]
  try {
    execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64_000_000 })
    return { diagnostics: [] }
  } catch (error) {
    // exit code 1 is how the linter says that it found something
    const { stdout } = error as { stdout: string } // execFileSync throws its own result
    return JSON.parse(stdout) as Report // the linter's documented format
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isExplained(
  file: string,
  { offset, length, line }: { offset: number; length: number; line: number },
) {
  const bytes = readFileSync(file)
  const lines = bytes.toString('utf8').split('\n')
  // the linter counts bytes, and an expression may run over several lines
  const last = bytes
    .subarray(0, offset + length)
    .toString('utf8')
    .split('\n').length
  const around = lines.slice(line - 1, last)
  const above = lines[line - 2]?.trim() ?? ''
  return around.some((text) => /\/\/|\*\//.test(text)) || /^(\/\/|\*\/|\/\*|\{\/\*)/.test(above)
}
