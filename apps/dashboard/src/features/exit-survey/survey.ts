import { EXIT_REASONS } from '@plinth/contract'

export type ExitReason = (typeof EXIT_REASONS)[number]
export type ReasonId = ExitReason['id']

export type Answer = { readonly reason: ReasonId | undefined; readonly message: string }
export const NO_ANSWER: Answer = { reason: undefined, message: '' }

/** Any order but always another, so that the first is not chosen for being first; 'none' comes last. */
export function shuffledReasons(random: () => number): readonly ExitReason[] {
  const reasons = EXIT_REASONS.filter(({ id }) => id !== 'none')
  for (let last = reasons.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    // both stand within the list
    ;[reasons[last], reasons[other]] = [reasons[other]!, reasons[last]!]
  }
  return [...reasons, ...EXIT_REASONS.filter(({ id }) => id === 'none')]
}

/** What keeps the survey from being handed in, or undefined (spec §5, delete). */
export const surveyProblem = ({ reason }: Answer, isRequired: boolean): string | undefined =>
  isRequired && !reason ? 'Please select a reason for deleting your project' : undefined

/** The reason's own question, as the label of the text box. */
export const followUpOf = (reason: ReasonId | undefined): string =>
  EXIT_REASONS.find(({ id }) => id === reason)?.followUp ?? 'What should we do better?'

type About = { readonly projectRef?: string; readonly orgSlug: string }

/** The call's body; undefined where nothing was answered. */
export const submissionOf = ({ reason, message }: Answer, about: About) =>
  reason || message.trim()
    ? {
        ...about,
        reasons: reason ? [reason] : [],
        exitAction: 'delete' as const,
        ...(message.trim() && { additionalFeedback: message.trim() }),
      }
    : undefined
