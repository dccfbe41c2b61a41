import { useEffect } from 'preact/hooks'
import { here } from '../../../web/src/kit/where.js'

/** Where a reader was on a page. */
interface Position {
  /** Pixels from the top. */
  top: number
  /** Where the link leads that had the focus. */
  link: string | null | undefined
}

/** By the address of the page; in memory only. */
const savedPositions = new Map<string, Position>()

/** An address that was gone to, and is not yet shown. */
let pending: { address: string; spot: Position | undefined; from: Element | null } | undefined

/** Remembers where the reader is on a page that is left. */
export function savePosition(address: string): void {
  savedPositions.set(address, { top: scrollY, link: document.activeElement?.getAttribute('href') })
}

/** The reader goes on to the top of an address. */
export function startAtTop(address: string): void {
  pending = { address, spot: undefined, from: document.activeElement }
  scrollTo(0, 0)
}

/** The reader goes back to where an address was left. */
export function restorePosition(address: string): void {
  const spot = savedPositions.get(address) ?? { top: 0, link: undefined }
  pending = { address, spot, from: document.activeElement }
}

/**
 * Once what the address asks for is there, scrolls to where the reader goes, and gives the link
 * that was followed from there the focus; without one, the heading. A reader who has meanwhile
 * gone to another element stays there.
 */
export function useArrival(isThere: boolean): void {
  const address = here()
  useEffect(() => {
    if (!isThere || pending?.address !== address) return
    const { spot, from } = pending
    pending = undefined
    const { activeElement } = document
    if (![from, document.body, null].includes(activeElement)) return
    const link = spot?.link && document.querySelector(`main a[href="${CSS.escape(spot.link)}"]`)
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading) heading.tabIndex = -1 // no stop of the Tab key
    const element = (link || heading) as HTMLElement | null
    element?.focus({ preventScroll: true })
    if (spot) scrollTo(0, spot.top)
  })
}
