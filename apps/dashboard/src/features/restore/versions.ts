import type { AvailableVersion } from '@plinth/contract'

type Choice = Pick<AvailableVersion, 'postgres_engine' | 'release_channel'>

/** A choice as the form holds it: 'engine|channel' (spec §5, restore form). */
export const versionKey = ({ postgres_engine, release_channel }: Choice): string =>
  `${postgres_engine}|${release_channel}`

/** The choice that a form's value names; undefined for one that was not offered. */
export const versionOf = <Version extends Choice>(
  key: string,
  offered: readonly Version[],
): Version | undefined => offered.find((version) => versionKey(version) === key)

/** What is chosen unless somebody chooses: a release for everybody where there is one (spec §4). */
export const defaultVersion = <Version extends Choice>(
  offered: readonly Version[],
): Version | undefined =>
  offered.find(({ release_channel }) => release_channel === 'ga') ?? offered[0]

/** The engines that keep their tables in another way are marked with a badge. */
export const isOriole = (engine: string): boolean => engine.includes('oriole')
