import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * What a test runner's JSON report says, or nothing when there is none.
 * @param {string} file
 * @returns {Count}
 */
export function countOf(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return 'stats' in report ? countOfPlaywright(report) : countOfVitest(report)
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number } }} report */
const countOfPlaywright = ({ stats }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
})

/**
 * @param {{
 *   numPassedTests: number, numFailedTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[]
 * }} report
 */
function countOfVitest({ numPassedTests, numFailedTests, testResults }) {
  // a file that could not even be loaded has no failed test in it, and is a failure all the same
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}
