import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of ours: its path from the repository's root, with slashes, and its text. */
export type Source = { readonly path: string; readonly text: string }

const FOLDERS = ['apps', 'packages', 'scripts', 'tools', 'e2e', 'bench']
const FOREIGN = new Set(['node_modules', 'dist', '.types', 'results', 'test-results'])
const CODE = /\.(ts|tsx|mjs|sql|css)$/
const GENERATED = /\.gen\.ts$/

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return FOREIGN.has(entry.name) ? [] : filesIn(path)
    return [path]
  })
}

const read = (path: string): Source => ({ path, text: readFileSync(path, 'utf8') })

/** Every file of code that a person wrote. */
export const sources: readonly Source[] = FOLDERS.flatMap(filesIn)
  .filter((path) => CODE.test(path) && !GENERATED.test(path))
  .map(read)

/** The pages that explain it. */
export const pages: readonly Source[] = ['README.md', 'CONTRIBUTING.md', ...filesIn('docs')]
  .filter((path) => path.endsWith('.md'))
  .map(read)

export const isTest = ({ path }: Source) => /\.(test|spec|e2e|test-d)\.tsx?$/.test(path)

/** Where a pattern occurs, as `path:line: text`: what a failing test should show. */
export const hits = (files: readonly Source[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, at: `${path}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ line, at }) => `${at}: ${line.trim()}`),
  )

/** The workspaces whose own code imports a package; its tests may import what they like. */
export function importersOf(name: string) {
  const specifier = new RegExp(`(from|import)\\s*\\(?['"]${name}(/[^'"]*)?['"]`)
  const importers = sources
    .filter((file) => /^(apps|packages)\//.test(file.path) && !isTest(file))
    .filter(({ text }) => specifier.test(text))
    .map(({ path }) => path.split('/').slice(0, 2).join('/'))
  return [...new Set(importers)].toSorted()
}

type Manifest = {
  readonly scripts?: Record<string, string>
  readonly exports?: Record<string, string>
}

/** A workspace's package.json. */
export const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest // npm has read it before us
