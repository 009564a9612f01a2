import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ALL = ['platform', 'sql', 'gateway', 'functions', 'logs', 'lifecycle']

// one after another, each in a process of its own: none leaves the next a warm cache or a full heap
const asked = process.argv.slice(2)
for (const name of asked.length > 0 ? asked : ALL) {
  const file = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, [file], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
