/** Maximum length of the engine's words shown to a caller. */
const maxLength = 400

/**
 * The engine's own words, and the names that the caller wrote; values, and the names of indices,
 * shards and hosts, are in brackets or quotes there.
 * @param names The names that the caller wrote.
 * @returns whole sentences, or the beginning of the first one.
 */
export function withoutValues(reason: string, names: ReadonlySet<string>): string {
  const wording = withoutMarked(reason.split('\n', 1)[0]!, names)
    .split(' ')
    .map((word) => (harmlessWord.test(word) || keptWord.test(word) ? word : '…'))
    .join(' ')
    .trim()
  if (wording.length <= maxLength) return wording
  const end = wording.lastIndexOf('. ', maxLength - 1)
  return end < 0 ? `${wording.slice(0, maxLength - 1)}…` : wording.slice(0, end + 1)
}

/** A word of prose: no digit, no path, no address, no dotted or hyphenated name. */
const harmlessWord = /^[("]?[A-Za-z_]*(?:'[a-z]+)?[.,:;!?)"]*$/
const keptWord = /^\(?\[[\w.@-]+\][.,:;)]*$/

/**
 * Removes text in brackets or quotes, up to the last closing mark (values may contain some), unless
 * it is a name.
 */
function withoutMarked(line: string, names: ReadonlySet<string>): string {
  const mark = /\[([^\][]*)\]|["'`[]/g
  for (let found = mark.exec(line); found; found = mark.exec(line)) {
    const [whole, name] = found
    if (name !== undefined && /^[\w.@-]{1,64}$/.test(name) && names.has(name)) continue
    // doesn't
    if (whole === "'" && /[a-z]'[a-z]/i.test(line.slice(found.index - 1, found.index + 2))) continue
    const end = Math.max(
      line.lastIndexOf(']'),
      line.lastIndexOf('"'),
      line.lastIndexOf("'"),
      line.lastIndexOf('`'),
    )
    return `${line.slice(0, found.index)}…${line.slice(Math.max(end, found.index) + 1)}`
  }
  return line
}
