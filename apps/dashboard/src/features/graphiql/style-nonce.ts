import { styleNonce } from '@plinth/ui'

/**
 * Gives style elements made from here on the nonce of this page. The content policy lets in no
 * stylesheet without it, and the editor inside GraphiQL writes its colours into elements of its own
 * with no way to be told.
 */
export function giveStylesTheNonce() {
  const nonce = styleNonce()
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
