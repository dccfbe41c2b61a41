/** The longest part of a name in an address; names of registers have up to 300 characters. */
const maxLength = 60

/**
 * The address of an organization's page, below the URL of the gateway:
 * `organizations/us-050258937-rhode-island-hospital`. The name is for readers: the id alone finds
 * the organization.
 */
export function toPagePath({ id, name }: { id: string; name: string }): string {
  const readable = toSlug(name)
  const whole = id.replace(/\p{Surrogate}/gu, '\ufffd') // half a character is no text
  return `organizations/${encodeURIComponent(readable ? `${whole}-${readable}` : whole)}`
}

/** Whether an id can be in the path of a page: the gateway refuses encoded slashes there. */
export const canHavePage = (id: string): boolean => !/[/\\]/.test(id)

/** A name in the letters and digits of addresses: `Rhode Island Hospital` is rhode-island-hospital. */
export function toSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  // by characters: half of one is no text
  return [...words]
    .slice(0, maxLength)
    .join('')
    .replace(/^-+|-+$/g, '')
}
