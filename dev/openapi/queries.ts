/**
 * The searches of docs/queries.md, by the headings over them: what everyone's examples are made
 * of.
 */
export function everydayBodies(text: string): Record<string, { summary: string; value: unknown }> {
  const examples: Record<string, { summary: string; value: unknown }> = {}
  for (const section of text.split(/^## /m).slice(1)) {
    const [, number, summary = ''] = /^(\d+)\. (.+)$/m.exec(section) ?? []
    const sent = / -d '(\{[\s\S]*?\})'\n/.exec(section)?.[1]
    if (number === undefined || sent === undefined) continue
    const name = `${number}-${summary.toLowerCase().replace(/[^a-z]+/g, '-')}`
    examples[name] = { summary, value: JSON.parse(sent) }
  }
  return examples
}
