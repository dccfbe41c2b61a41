/** Follows a link within the document, unless it is to open elsewhere. */
export function follow(event: MouseEvent, go: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go()
}
