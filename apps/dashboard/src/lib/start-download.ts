/** Has the browser download an address; unlike going there it leaves the page alone, even when that fails. */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
