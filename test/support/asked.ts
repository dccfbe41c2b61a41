import '../../directory/plugins/organizations/index.js'
import { fill } from '../../plugins/kit/templates/fill/fill.js'
import { readTemplate } from '../../plugins/kit/templates/fill/read-template.js'

/** The parameters of a call, as a URL holds them. */
export type Asked = Readonly<Record<string, string>>

/** Makes the search of a shipped template by its parameters. */
export function searchOf(name: string): (asked: Asked) => { index: string; body: object } {
  const { template, mistakes } = readTemplate(name)
  if (template === undefined) throw new Error(JSON.stringify(mistakes))
  return (asked) => {
    const values = new Map<string, unknown>()
    for (const [name, parameter] of template.parameters) {
      const reading = asked[name] === undefined ? undefined : parameter.read(asked[name])
      if (reading && 'problem' in reading) throw new Error(`${name} ${reading.problem}`)
      const value = reading?.value ?? parameter.fallback
      if (value !== undefined) values.set(name, value)
    }
    return fill(template, values)
  }
}
