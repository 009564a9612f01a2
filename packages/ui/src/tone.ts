/** What a colour says, everywhere it says something. */
export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

/** A soft wash with words on it, as in badges and banners. */
export const washes = {
  neutral: 'border-line bg-sunken text-muted',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  success: 'border-success-line bg-success-soft text-success-text',
  info: 'border-info-line bg-info-soft text-info-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
} as const satisfies Record<Tone, string>

/** A full fill, as in dots and bars. */
export const fills = {
  neutral: 'bg-line-strong',
  accent: 'bg-accent',
  success: 'bg-success',
  info: 'bg-info',
  warning: 'bg-warning',
  danger: 'bg-danger',
} as const satisfies Record<Tone, string>

/** Words or an icon in the tone, on a plain surface. */
export const words = {
  neutral: 'text-muted',
  accent: 'text-accent-text',
  success: 'text-success-text',
  info: 'text-info-text',
  warning: 'text-warning-text',
  danger: 'text-danger-text',
} as const satisfies Record<Tone, string>
