import { useEffect } from 'preact/hooks'
import { getPath } from '../../../web/src/kit/where.js'

/** The position of a reader on a page. */
interface Position {
  /** Pixels from the top. */
  top: number
  /** The target of the link that had the focus. */
  link: string | null | undefined
}

/** Positions by address. They are in memory only. */
const savedPositions = new Map<string, Position>()

/** An address to which the reader goes and that is not shown yet. */
let pending: { address: string; spot: Position | undefined; from: Element | null } | undefined

/** Saves the position of the reader before the page changes. */
export function savePosition(address: string): void {
  savedPositions.set(address, { top: scrollY, link: document.activeElement?.getAttribute('href') })
}

/** Shows the next page from its top. */
export function startAtTop(address: string): void {
  pending = { address, spot: undefined, from: document.activeElement }
  scrollTo(0, 0)
}

/** Shows the next page at the position where the reader left it. */
export function restorePosition(address: string): void {
  const spot = savedPositions.get(address) ?? { top: 0, link: undefined }
  pending = { address, spot, from: document.activeElement }
}

/**
 * When the content is there, scrolls to the position of the reader and focuses the link that was
 * followed there, or else the heading. Leaves the focus alone if the reader has moved it
 * meanwhile.
 */
export function useArrival(isThere: boolean): void {
  const address = getPath()
  useEffect(() => {
    if (!isThere || pending?.address !== address) return
    const { spot, from } = pending
    pending = undefined
    const { activeElement } = document
    if (![from, document.body, null].includes(activeElement)) return
    const link = spot?.link && document.querySelector(`main a[href="${CSS.escape(spot.link)}"]`)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1 // Tab does not stop there
    const element = (link || heading) as HTMLElement | null
    element?.focus({ preventScroll: true })
    if (spot) scrollTo(0, spot.top)
  })
}
