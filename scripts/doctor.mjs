import { resolve } from 'node:path'
import { engineFindings } from './lib/doctor-engine.mjs'
import {
  browserFinding,
  dataFindings,
  isolationFinding,
  nodeFinding,
  portFinding,
} from './lib/doctor-machine.mjs'
import { defaultDataFolder } from './lib/paths.mjs'
import { main } from './lib/run.mjs'

const MARK = { true: 'ok  ', note: 'note', false: 'STOP' }

// What of this machine Plinth found, in words. Changes nothing, and runs on any Node and before anything is installed.
await main(async () => {
  const { PLINTH_DATA, PLINTH_HOST = '127.0.0.1', PLINTH_PORT = '4000' } = process.env
  const findings = [
    nodeFinding(),
    ...engineFindings(),
    isolationFinding(),
    ...dataFindings(resolve(PLINTH_DATA ?? defaultDataFolder())),
    await portFinding(PLINTH_HOST, Number(PLINTH_PORT)),
    browserFinding(),
  ]
  for (const { what, is, ok } of findings) {
    console.log(`${MARK[`${ok}`]}  ${what.padEnd(14)} ${is}`)
  }
  const stops = findings.filter(({ ok }) => ok === false)
  if (stops.length === 0) {
    console.log('\nPlinth can start here: npm start')
    return 0
  }
  console.log(
    `\nPlinth cannot start here until this is mended: ${stops.map(({ what }) => what).join(', ')}.`,
  )
  return 1
})
