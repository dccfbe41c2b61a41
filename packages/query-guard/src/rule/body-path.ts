/** Steps from the search body to a place in it: keys and positions. */
export type BodyPath = readonly (string | number)[]

/** Maximum length of a path shown to a caller; more does not help. */
const maxPath = 200

/** The steps of a path, as far as they are plain words and positions: `a.b[0]`. */
export function parseSteps(path: string): BodyPath {
  const steps = path.match(/[^.[\]]+/g) ?? []
  return steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** `query.bool.filter[0].term`: keys that are not plain words are quoted. */
export function pathText(path: BodyPath): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (!/^[\p{L}\p{N}_.@*-]{1,64}$/u.test(step))
      text += `[${JSON.stringify(step.slice(0, 64))}]`
    else text += text === '' ? step : `.${step}`
    if (text.length > maxPath) return `${text.slice(0, maxPath - 1)}…`
  }
  return text === '' ? 'body' : text
}
