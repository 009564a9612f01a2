import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './paths.mjs'

// what a build makes rather than reads
const MADE = /^(node_modules|dist|\.types|test-results)$|\.gen\.ts$|\.tsbuildinfo$/

/**
 * One hash over the names and contents of files and folders. Contents rather than times: a fresh
 * checkout or a branch switched there and back has new times and needs no new build.
 * @param {readonly string[]} paths relative to the repository
 */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !MADE.test(name))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

/** @param {string} file */
export const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/**
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, value)
}
