/** Whether a Content-Type header names one of the media types (`*` + `/*` names all), in UTF-8 if it names a charset. */
export function isMediaType(header: string | undefined, types: readonly string[]): boolean {
  if (types.includes('*/*')) return true
  if (header === undefined) return false
  const [type = '', ...parameters] = header.split(';')
  if (!types.includes(type.trim().toLowerCase())) return false
  return parameters.every((parameter) => !/^\s*charset\s*=/i.test(parameter) || /=\s*"?utf-?8"?\s*$/i.test(parameter))
}

/** Whether an Accept header lets us answer with the media type (RFC 9110 12.5.1): the most specific range decides. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '' || header === '*/*' || type === '*/*') return true
  const ranges = ['*/*', type.replace(/\/.*/, '/*'), type]
  let specificity = -1
  let acceptable = false
  for (const item of header.split(',')) {
    const [range = '', ...parameters] = item.split(';')
    const rank = ranges.indexOf(range.trim().toLowerCase())
    if (rank < specificity || rank < 0) continue
    const refused = parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(parameter))
    acceptable = rank === specificity ? acceptable || !refused : !refused
    specificity = rank
  }
  return acceptable
}
