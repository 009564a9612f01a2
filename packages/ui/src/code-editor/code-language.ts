import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import type { Extension } from '@codemirror/state'

const SCRIPT = /\.([cm]?)([jt])s(x?)$/

/** How a file is coloured and indented, by the end of its name; anything else is plain text. */
export function codeLanguage(fileName: string): Extension {
  const [, , kind, jsx] = SCRIPT.exec(fileName) ?? []
  if (kind) return javascript({ typescript: kind === 't', jsx: jsx === 'x' })
  return /\.jsonc?$/.test(fileName) ? json() : []
}
