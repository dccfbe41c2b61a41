import { isBrowser } from '../../../web/src/kit/where.js'

/** Whether the page is as narrow as on a phone; on the gateway that is not known. */
export const isNarrow = () => isBrowser && matchMedia('(max-width: 52rem)').matches

/** Whether there is room for more than the results. */
export const isWide = () => isBrowser && !isNarrow()
