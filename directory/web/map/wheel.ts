/**
 * The wheel scrolls the page, also over a map: it zooms only where the map has the focus, or with
 * Ctrl, which is what pinching a touchpad sends.
 */
export function leaveWheelToPage(map: HTMLElement): void {
  const stop = (event: WheelEvent) => {
    if (!event.ctrlKey && !map.contains(document.activeElement)) event.stopPropagation()
  }
  map.addEventListener('wheel', stop, { capture: true })
}
