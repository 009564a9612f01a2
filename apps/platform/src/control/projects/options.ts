import { COMPUTE, ComputeSize } from '@plinth/contract'
import { os } from '#app/base/context.ts'
import type { Engine } from '#app/engine/engine.ts'

const gigabytes = (mb: number) => `${Math.round((mb / 1024) * 10) / 10} GB`

/** What a new project can have here. */
export const versionHandlers = ({ engine }: { engine: Engine }) => ({
  available: os.versions.available.handler(({ input }) => ({
    available_versions:
      // as for a new project: the one region there is
      input.provider === 'LOCAL' && input.region === 'local'
        ? engine.versions().map(({ postgresEngine, version }) => ({
            postgres_engine: postgresEngine,
            release_channel: 'ga' as const,
            version,
          }))
        : [],
  })),

  options: os.versions.options.handler(() => ({
    regions: [{ provider: 'LOCAL' as const, region: 'local', name: 'This machine' }],
    sizes: ComputeSize.options.map((id) => {
      const { label, memoryMb, cpus, priceHourlyUsd, priceMonthlyUsd } = COMPUTE[id]
      const isTooLarge = memoryMb > engine.capacityMb
      return {
        id,
        label,
        memory_mb: memoryMb,
        cpus,
        price_hourly_usd: priceHourlyUsd,
        price_monthly_usd: priceMonthlyUsd,
        unavailable_reason: isTooLarge
          ? `Needs ${gigabytes(memoryMb)} of memory; this machine has ${gigabytes(engine.capacityMb)}`
          : null,
      }
    }),
  })),
})
