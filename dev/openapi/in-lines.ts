/** Maximum length of a value on one line. */
const width = 140

/** JSON for people who compare two versions of it: a value that fits is on one line. */
export function inLines(value: unknown): string {
  return `${written(value, '')}\n`
}

function written(value: unknown, indent: string): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width)
    return line
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((one) => inner + written(one, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${written(one, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}
