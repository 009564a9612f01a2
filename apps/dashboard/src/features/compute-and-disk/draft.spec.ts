import { expect, test } from 'vitest'
import {
  type Draft,
  type Saved,
  draftOf,
  isDiskChanged,
  problemsOf,
  wantedOf,
  withType,
} from './draft.ts'

const saved: Saved = {
  compute: 'micro',
  disk: { type: 'gp3', size_gb: 8, iops: 3000, throughput_mbps: 125 },
}
const draft = (part: Partial<Draft> = {}): Draft => ({ ...draftOf(saved), ...part })
const problems = (part: Partial<Draft>, of = saved) =>
  problemsOf({ ...draftOf(of), ...part }, of, { cloud_provider: 'LOCAL' })

test('what nobody touched is neither changed nor wrong', () => {
  expect(isDiskChanged(draft(), saved)).toBe(false)
  expect(problems({})).toEqual({})
})

test('a free disk smaller than can be set is not wrong while only the compute changes', () => {
  const free: Saved = { ...saved, disk: { ...saved.disk, size_gb: 1 } }
  expect(problems({ compute: 'small' }, free)).toEqual({})
  expect(problems({ size_gb: '2' }, free)).toEqual({ size_gb: 'Use at least 8 GB' })
})

test('what is typed is judged by the contract', () => {
  expect(problems({ size_gb: '', iops: '3.5' })).toEqual({
    size_gb: 'Use a whole number',
    iops: 'Use a whole number',
  })
  expect(problems({ size_gb: '7' })).toEqual({
    size_gb: 'A disk cannot shrink: it has 8 GB now',
  })
  expect(problems({ size_gb: '20' })).toEqual({})
})

test('a disk that only the new size could use waits for it', () => {
  expect(problems({ iops: '4000', compute: 'large' })).toEqual({
    iops: 'Micro compute cannot use more than 3,000 IOPS. Resize first: the disk can follow once that is done',
  })
  expect(problems({ iops: '4000' })).toEqual({
    iops: 'Micro compute cannot use more than 3,000 IOPS',
  })
})

test('another kind of disk begins with the least it has', () => {
  const io2 = withType(draft({ size_gb: '2' }), 'io2')
  expect(io2).toMatchObject({ type: 'io2', size_gb: '4', iops: '1500', throughput_mbps: '' })
  expect(wantedOf(io2)).toEqual({ type: 'io2', size_gb: 4, iops: 1500 })
  expect(withType(io2, 'gp3')).toMatchObject({ iops: '3000', throughput_mbps: '125' })
})

test('what is sent for a disk with throughput', () => {
  expect(wantedOf(draft({ size_gb: '20' }))).toEqual({
    type: 'gp3',
    size_gb: 20,
    iops: 3000,
    throughput_mbps: 125,
  })
})
