import type { AuditEntry } from '@plinth/contract'
import type { Tone } from '@plinth/ui'

export const OUTCOMES = {
  started: { label: 'Started', tone: 'info' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
} as const satisfies Record<AuditEntry['outcome'], { label: string; tone: Tone }>

/** 'accessTokens.create' → 'Access tokens: create'. The call's own words, so that no action lacks a name. */
export function actionText(action: string): string {
  const words = (part: string) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  const [noun = '', ...verbs] = action.replace(/^v1\./, '').split('.').map(words)
  const subject = noun.charAt(0).toUpperCase() + noun.slice(1)
  return verbs.length > 0 ? `${subject}: ${verbs.join(' ')}` : subject
}

/** Who did it; by which means only where that says something. */
export const actorText = ({ actor }: Pick<AuditEntry, 'actor'>): string => {
  if (actor.via === 'platform') return 'Plinth itself'
  const who = actor.email ?? 'Nobody signed in'
  return actor.via === 'token' ? `${who} (access token)` : who
}
