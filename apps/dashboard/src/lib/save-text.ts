/** Has the browser save a text that is here already as a file. */
export function saveText({ name, type, text }: { name: string; type: string; text: string }) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // the browser reads it after this turn; a minute is plenty even for a large one
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
