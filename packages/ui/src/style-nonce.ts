import { setNonce } from 'get-nonce'

/**
 * The nonce the page's content policy allows for <style>, from `<meta property="csp-nonce" nonce="…">`.
 *
 * Vite writes that element where `html.cspNonce` is set; the attribute is hidden from selectors, so it is
 * read from the property.
 */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return meta?.nonce || undefined
}

// Dialogs, sheets and menus lock the page's scrolling through react-remove-scroll, which writes a
// <style> and asks get-nonce for the nonce. It must be known before the first of them opens.
const nonce = styleNonce()
if (nonce) setNonce(nonce)
