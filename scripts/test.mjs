import { installWhatIsMissing } from './lib/install.mjs'
import { onSupportedNode } from './lib/node.mjs'
import { Failure, main } from './lib/run.mjs'
import { runStep, STEPS } from './lib/steps.mjs'

// the steps of `npm run check`: what needs neither a browser nor a database, under a minute
const CHECK = ['types', 'lint', 'format', 'knip', 'unit', 'tools']

const usage = () =>
  [
    'npm test                     every step, in this order, up to the first that fails',
    'npm test -- STEP…            only these',
    'npm test -- --keep-going     every step, also after one failed',
    '',
    ...STEPS.map(({ name, is }) => `  ${name.padEnd(10)} ${is}`),
    `  ${'check'.padEnd(10)} ${CHECK.join(', ')}`,
  ].join('\n')

/** @param {readonly string[]} args */
function selectedBy(args) {
  const names = args.flatMap((arg) => (arg === 'check' ? CHECK : [arg]))
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name))
  if (unknown) throw new Failure(`There is no step named ${unknown}.\n\n${usage()}`)
  return names.length > 0 ? STEPS.filter(({ name }) => names.includes(name)) : STEPS
}

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`

await main(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    console.log(usage())
    return 0
  }
  const keepsGoing = args.includes('--keep-going')
  const steps = selectedBy(args.filter((arg) => arg !== '--keep-going'))

  await onSupportedNode(import.meta.url)
  await installWhatIsMissing()

  let passed = 0
  let failed = 0
  const summary = []
  for (const { name, ...step } of steps) {
    console.log(`\n── ${name} (${step.is})`)
    const begin = performance.now()
    const result = await runStep({ name, ...step })
    const took = seconds(performance.now() - begin)
    passed += result.passed
    failed += result.failed
    summary.push(
      `${result.code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${took.padStart(8)}`,
    )
    // 128 and above: a signal ended the step, so the person wants out
    if (result.code >= 128 || (result.code !== 0 && !keepsGoing)) break
  }
  console.log(`\n${summary.join('\n')}`)
  if (summary.length < steps.length) {
    const left = steps.slice(summary.length).map(({ name }) => name)
    console.log(`not run: ${left.join(', ')} (npm test -- --keep-going runs them all the same)`)
  }
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})
