/** A table as CSV (RFC 4180), with the fields in the order in which they first appear. */
export function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [fields, ...rows.map((row) => fields.map((field) => row[field]))]
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

/** A value that a spreadsheet would run as a formula begins with a quote. */
function cell(value: unknown): string {
  const plain = typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')
  const text = String(plain)
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Gives the browser a file to save. */
export function save(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
