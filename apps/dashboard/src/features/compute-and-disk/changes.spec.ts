import { expect, test } from 'vitest'
import { changesOf, consequencesOf } from './changes.ts'
import { type Saved, draftOf } from './draft.ts'

const saved: Saved = {
  compute: 'micro',
  disk: { type: 'gp3', size_gb: 8, iops: 3000, throughput_mbps: 125 },
}
const draft = draftOf(saved)

test('only what changes is listed', () => {
  expect(changesOf(draft, saved)).toEqual([])
  expect(changesOf({ ...draft, compute: 'small', size_gb: '1000' }, saved)).toEqual([
    { label: 'Compute size', from: 'Micro', to: 'Small' },
    { label: 'Disk size', from: '8 GB', to: '1,000 GB' },
  ])
})

test('a disk without throughput of its own says so', () => {
  const io2 = { ...draft, type: 'io2', iops: '1500', throughput_mbps: '' } as const
  expect(changesOf(io2, saved).at(-1)).toEqual({
    label: 'Throughput',
    from: '125 MB/s',
    to: 'none',
  })
})

test('downtime and rest are told for what is changed, and for nothing else', () => {
  const told = (part: object, status: 'ACTIVE_HEALTHY' | 'INACTIVE' = 'ACTIVE_HEALTHY') =>
    consequencesOf({ ...draft, ...part }, saved, status).map((text) => text.split('.')[0])
  expect(told({})).toEqual([])
  expect(told({ size_gb: '20' })).toEqual(['The disk changes while the database runs'])
  expect(told({ compute: 'small' })).toEqual(['The database restarts for its new compute size'])
  expect(told({ compute: 'small', size_gb: '20' })).toHaveLength(2)
  expect(told({ compute: 'small' }, 'INACTIVE')).toEqual([
    'The project is paused: it has its new compute size when it is restored',
  ])
})
