/** Longest line that is not breakLines. */
const lineLength = 56

/** JSON with short values on one line, except the outermost. */
export function formatJson(value: unknown): string {
  return breakLines(value, '', 0)
}

/** @param before Characters in front of the value on its line. */
function breakLines(value: unknown, indent: string, before: number): string {
  const line = toLine(value)
  const fits = indent !== '' && indent.length + before + line.length <= lineLength
  if (fits || !isContainer(value) || Object.keys(value).length === 0) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => inner + breakLines(item, inner, 0))
    : Object.entries(value).map(([name, item]) => {
        const start = `${JSON.stringify(name)}: `
        return inner + start + breakLines(item, inner, start.length)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

function toLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toLine).join(', ')}]`
  if (!isContainer(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${toLine(item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The names of all fields with a value, in the order of the hits. */
export function listColumns(hits: readonly object[]): string[] {
  const names = hits.flatMap((hit) =>
    Object.entries(hit).flatMap(([name, value]) => (value === null ? [] : [name])),
  )
  return [...new Set(names)]
}

/** The text of a cell. Texts are shown as they are, everything else as JSON. */
export function toCellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
