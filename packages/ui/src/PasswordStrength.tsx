import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { fills, type Tone, words } from './tone.ts'

/** From guessed at once to safe. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4

const tones = ['danger', 'danger', 'warning', 'accent', 'success'] as const satisfies Tone[]

/** How hard a password is to guess: a bar of four, and words. The caller computes the score. */
export const PasswordStrength = ({
  score,
  children,
  id,
}: {
  score: PasswordScore
  children: ReactNode
  id?: string | undefined
}) => (
  <div id={id} className="flex flex-col gap-1.5">
    <div aria-hidden className="grid grid-cols-4 gap-1">
      {[1, 2, 3, 4].map((part) => (
        <span
          key={part}
          className={cn(
            'h-1 rounded-full transition-colors',
            part <= Math.max(1, score) ? fills[tones[score]] : 'bg-active',
          )}
        />
      ))}
    </div>
    <p aria-live="polite" className={cn('text-xs text-pretty', words[tones[score]])}>
      {children}
    </p>
  </div>
)
