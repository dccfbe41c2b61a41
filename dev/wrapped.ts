/** Text for Markdown in lines of at most 100 columns; `indent` begins each line but the first. */
export function wrapped(text: string, indent = ''): string {
  const lines = text.match(new RegExp(`.{1,${100 - indent.length}}(?: |$)`, 'g')) ?? []
  return lines.map((line) => line.trimEnd()).join(`\n${indent}`)
}
