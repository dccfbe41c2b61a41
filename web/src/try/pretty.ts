/** Longest line that is not broken. */
const lineLength = 56

/** JSON with short values on one line, except the outermost. */
export function pretty(value: unknown): string {
  return broken(value, '', 0)
}

/** @param before Characters in front of the value on its line. */
function broken(value: unknown, indent: string, before: number): string {
  const line = flat(value)
  const isShort = indent !== '' && indent.length + before + line.length <= lineLength
  if (isShort || !isInside(value) || Object.keys(value).length === 0) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => inner + broken(item, inner, 0))
    : Object.entries(value).map(([name, item]) => {
        const start = `${JSON.stringify(name)}: `
        return inner + start + broken(item, inner, start.length)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

function flat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  if (!isInside(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${flat(item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const isInside = (value: unknown): value is object => typeof value === 'object' && value !== null
