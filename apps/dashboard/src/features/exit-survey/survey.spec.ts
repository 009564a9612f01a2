import { EXIT_REASONS } from '@plinth/contract'
import { expect, test } from 'vitest'
import { NO_ANSWER, followUpOf, shuffledReasons, submissionOf, surveyProblem } from './survey.ts'

const ids = (random: () => number) => shuffledReasons(random).map(({ id }) => id)

test('every reason comes once, and none of them last', () => {
  for (const random of [() => 0, () => 0.5, () => 0.999, Math.random]) {
    const shuffled = ids(random)
    expect(shuffled.at(-1)).toBe('none')
    expect(shuffled.toSorted()).toEqual(EXIT_REASONS.map(({ id }) => id).toSorted())
  }
})

test('the order is not the one they are written in', () => {
  expect(ids(() => 0)).not.toEqual(EXIT_REASONS.map(({ id }) => id))
})

test('a reason is asked for where plans are paid', () => {
  expect(surveyProblem(NO_ANSWER, true)).toBe('Please select a reason for deleting your project')
  expect(surveyProblem(NO_ANSWER, false)).toBeUndefined()
  expect(surveyProblem({ reason: 'price', message: '' }, true)).toBeUndefined()
})

test('each reason asks its own question', () => {
  expect(followUpOf('price')).toBe('What would be a fair price?')
  expect(followUpOf(undefined)).toBe(followUpOf('none'))
})

test('what is sent, and nothing where nothing was answered', () => {
  const about = { projectRef: 'ref', orgSlug: 'acme' }
  expect(submissionOf(NO_ANSWER, about)).toBeUndefined()
  expect(submissionOf({ reason: 'price', message: ' too much ' }, about)).toEqual({
    ...about,
    reasons: ['price'],
    exitAction: 'delete',
    additionalFeedback: 'too much',
  })
})
