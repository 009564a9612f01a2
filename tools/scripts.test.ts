import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { complaintAbout } from '../scripts/lib/flags.mjs'
import { isSupported } from '../scripts/lib/node.mjs'
import { countOf } from '../scripts/lib/report.mjs'

test('a wrong flag is told what is wrong with it', () => {
  const lines = [
    '',
    '--port 80 --host ::1 --data ./d --demo --no-open',
    '--port=80',
    '--prot 80',
    '--what',
    'demo',
    '--port',
    '--port eighty',
    '--port 65536',
    '--data --demo',
    '--demo=yes',
  ]
  const answers = Object.fromEntries(
    lines.map((line) => [line, complaintAbout(line.split(' ').filter(Boolean)) ?? 'fine']),
  )
  expect(answers).toMatchInlineSnapshot(`
    {
      "": "fine",
      "--data --demo": "--data needs a value: --data FOLDER.",
      "--demo=yes": "--demo takes no value.",
      "--port": "--port needs a value: --port NUMBER.",
      "--port 65536": "--port is a number from 0 to 65535, not 65536.",
      "--port 80 --host ::1 --data ./d --demo --no-open": "fine",
      "--port eighty": "--port is a number from 0 to 65535, not eighty.",
      "--port=80": "fine",
      "--prot 80": "Unknown flag --prot. Did you mean --port?",
      "--what": "Unknown flag --what.",
      "demo": "Unknown flag demo. Did you mean --demo?",
    }
  `)
})

test('which Node runs us', () => {
  const versions = ['v18.0.0', 'v20.20.2', 'v22.18.0', 'v23.11.0', 'v24.0.0', 'v25.1.0', 'v26.0.0']
  expect(versions.filter(isSupported)).toEqual(['v24.0.0', 'v26.0.0'])
})

test('what the runners report is counted, broken files included', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-reports-'))
  const count = (report: object) => {
    const file = join(folder, 'report.json')
    writeFileSync(file, JSON.stringify(report))
    return countOf(file)
  }
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  const unloadable = { status: 'failed', assertionResults: [] }
  try {
    expect(
      count({ numPassedTests: 5, numFailedTests: 1, testResults: [failed, unloadable] }),
    ).toEqual({ passed: 5, failed: 2 })
    expect(count({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 4 } })).toEqual({
      passed: 4,
      failed: 2,
    })
    expect(countOf(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
