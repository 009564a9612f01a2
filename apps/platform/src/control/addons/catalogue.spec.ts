import { AddonType, type ComputeSize, type PlanId } from '@plinth/contract'
import { expect, test } from 'vitest'
import { OFFERS, unavailableReason, variantOf } from './catalogue.ts'

test('what is offered, at which price', () => {
  const lines = AddonType.options
    .filter((type) => type !== 'compute_instance')
    .flatMap((type) =>
      OFFERS[type].variants.map(
        ({ identifier, price, price_interval, meta }) =>
          `${type} ${identifier} ${price} ${price_interval} ${JSON.stringify(meta)}`,
      ),
    )
  expect(lines).toMatchInlineSnapshot(`
    [
      "pitr pitr_7 100 monthly {"backup_duration_days":7}",
      "pitr pitr_14 200 monthly {"backup_duration_days":14}",
      "pitr pitr_28 400 monthly {"backup_duration_days":28}",
      "custom_domain cd_default 10 monthly {}",
    ]
  `)
})

test('compute is told by the hour, by the names other clients use', () => {
  expect(OFFERS.compute_instance.variants.find(({ identifier }) => identifier === 'ci_large'))
    .toMatchInlineSnapshot(`
    {
      "identifier": "ci_large",
      "meta": {
        "connections_direct": 160,
        "cpu_cores": 2,
        "cpu_dedicated": true,
        "memory_gb": 8,
      },
      "name": "Large",
      "price": 0.1517,
      "price_interval": "hourly",
      "price_type": "usage",
    }
  `)
})

const CASES: readonly (readonly [AddonType, PlanId, ComputeSize, string | null])[] = [
  ['pitr', 'free', 'large', 'The free plan has no add-ons'],
  ['pitr', 'pro', 'nano', 'It needs at least Small compute'],
  ['pitr', 'pro', 'micro', 'It needs at least Small compute'],
  ['pitr', 'pro', 'small', null],
  ['pitr', 'enterprise', '48xlarge_high_memory', null],
  ['custom_domain', 'pro', 'nano', 'Projects here answer at the address of the gateway only'],
  ['ipv4', 'pro', 'large', 'Projects here share the address of their machine'],
  ['compute_instance', 'free', 'nano', null],
]

test('who can have what', () => {
  for (const [type, plan, size, expected] of CASES) {
    expect(unavailableReason(type, { plan, size }), `${type} ${plan} ${size}`).toBe(expected)
  }
})

test('a variant belongs to its add-on', () => {
  expect(variantOf('pitr', 'pitr_14')?.meta).toEqual({ backup_duration_days: 14 })
  expect(variantOf('custom_domain', 'pitr_14')).toBeUndefined()
  expect(variantOf('pitr', 'pitr_15')).toBeUndefined()
})
