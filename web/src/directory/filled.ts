/** A part of a question file (docs/questions.md): JSON with holes. */
export type Template = unknown

/** The values of a call by the names of parameters; those without a value are absent. */
export type HoleValues = Readonly<Record<string, unknown>>

/** The part for the values of a call; undefined where it is left out. */
export function filled(template: Template, values: HoleValues, parts: HoleValues): unknown {
  if (typeof template === 'string')
    return template.startsWith('$') ? values[template.slice(1)] : template
  if (Array.isArray(template)) {
    const left = template
      .map((item) => filled(item, values, parts))
      .filter((item) => item !== undefined)
    return left.length > 0 ? left : undefined
  }
  if (typeof template !== 'object' || template === null) return template
  const { $if: needed = [], $include: part, ...members } = template as Record<string, Template>
  const isGiven = [needed].flat().every((name) => values[String(name).slice(1)] !== undefined)
  if (!isGiven) return undefined
  const inner = mapped(members, (member) => filled(member, values, parts))
  return part === undefined ? inner : filled(parts[String(part)], inner, parts)
}

function mapped(members: object, change: (value: unknown) => unknown): Record<string, unknown> {
  const changed = Object.entries(members).map(([name, value]) => [name, change(value)])
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined))
}
