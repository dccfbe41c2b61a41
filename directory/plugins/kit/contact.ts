import { parseUrl } from '../../../kit/config/texts.js'

/** Whether people can be reached at an address: of mailto:, https: or tel:. */
export function isContact(text: string): boolean {
  const url = /^[!-~]+$/.test(text) ? parseUrl(text) : undefined
  if (url?.protocol === 'mailto:') return /^[^@]+@[^@]+$/.test(url.pathname)
  if (url?.protocol === 'tel:') return /^\+?[\d().-]+$/.test(url.pathname)
  return url?.protocol === 'https:' && url.hostname !== ''
}
