/** Kinds of values that a row of spec-examples.yml may ask for instead of a literal. */
const kinds: Record<string, (value: unknown) => boolean> = {
  '<string>': (value) => typeof value === 'string' && value !== '',
  '<text>': (value) => value !== undefined && value !== null,
  '<integer>': Number.isInteger,
  '<number>': (value) => typeof value === 'number',
  '<uuid>': (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value)),
  '<timestamp>': (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  '<token>': (value) => /^v4\.public\.[\w-]+\.[\w-]+$/.test(String(value)),
  '<key>': (value) => /^npd_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/.test(String(value)),
  '<prefix>': (value) => /^npd_[0-9A-Za-z]{8}$/.test(String(value)),
  '<organizations>': (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(({ id, name, tax_code, legal_status }) =>
      [id, name, tax_code, legal_status].every((field) => typeof field === 'string'),
    ),
}

/**
 * How a value differs from the wanted shape: one line per difference, none when it fits. Objects
 * and arrays are exact.
 */
export function differences(value: unknown, wanted: unknown, path = '$'): string[] {
  const said = `${path} is ${JSON.stringify(value)}`
  if (wanted === '<meta>')
    return differences(value, { requestId: '<string>', timestamp: '<timestamp>' }, path)
  if (typeof wanted === 'string' && kinds[wanted])
    return kinds[wanted](value) ? [] : [`${said}, not ${wanted}`]
  const days = typeof wanted === 'string' ? /^<in (\d+) days>$/.exec(wanted)?.[1] : undefined
  if (days !== undefined) {
    const off = Math.abs(Date.parse(String(value)) - Date.now() - Number(days) * 86_400_000)
    return kinds['<timestamp>']!(value) && off < 60_000 ? [] : [`${said}, not ${wanted}`]
  }
  if (typeof wanted !== 'object' || wanted === null) {
    return value === wanted ? [] : [`${said}, not ${JSON.stringify(wanted)}`]
  }
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) !== Array.isArray(wanted)
  ) {
    return [`${said}, not ${JSON.stringify(wanted)}`]
  }
  const found: string[] = []
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(value)])) {
    if (!Object.hasOwn(wanted, key)) found.push(`${path}.${key} is extra`)
    else if (!Object.hasOwn(value, key)) found.push(`${path}.${key} is missing`)
    else found.push(...differences((value as never)[key], (wanted as never)[key], `${path}.${key}`))
  }
  return found
}
