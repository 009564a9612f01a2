import { expect, test } from 'vitest'
import { areKeysCertain, keysNote, type SecretUpdate } from './keys-note.ts'

const update = (status: 'Updating' | 'Updated' | 'Failed'): SecretUpdate => ({
  change_tracking_id: 'one',
  status,
  progress: 0.5,
  error: null,
})

const FAILED = 'JWT secret update failed, new API key may have issues'

test.each([
  { is: 'never changed', state: null, certain: true, note: undefined },
  { is: 'not known yet', state: undefined, certain: false, note: undefined },
  { is: 'changing', state: update('Updating'), certain: false, note: 'Updating JWT secret...' },
  { is: 'changed', state: update('Updated'), certain: true, note: undefined },
  { is: 'failed', state: update('Failed'), certain: false, note: FAILED },
])('a secret that is $is', ({ state, certain, note }) => {
  expect(areKeysCertain(state)).toBe(certain)
  expect(keysNote(state)).toBe(note)
})
