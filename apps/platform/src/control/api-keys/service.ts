export { type LegacyKeys, legacyKeysOf } from './legacy-keys.ts'
