// the first match wins: Edge and Opera call themselves Chrome too, and Chrome calls itself Safari
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
] as const

const firstMatch = (text: string, table: readonly (readonly [string, RegExp])[]) =>
  table.find(([, pattern]) => pattern.test(text))?.[0]

/** 'Firefox on Linux': as much of a browser's long self-description as helps to recognise it. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = firstMatch(userAgent, BROWSERS)
  const system = firstMatch(userAgent, SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? userAgent.slice(0, 60)
}

export const isPhone = (userAgent: string | null): boolean =>
  /iPhone|Android.+Mobile/.test(userAgent ?? '')
