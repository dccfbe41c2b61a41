/** How a line comment begins, by the extension of a file; those of `#` have no blocks. */
const hash = /^#/
const slashes = /^\/\//
const lineComments = { yml: hash, yaml: hash, py: hash, run: hash, css: /^(?!)/ }
const blockStart = /^(?:\{?\/\*|<!--)/
const blockEnd = /\*\/|-->/
const importStart = /^(?:@?import\b(?![(.])|from \S+ import\b)/

/**
 * The lines of a source text that say something: without blank ones, comments of their own line and
 * imports. Markdown and JSON have no comments here: their lines count unless they are blank.
 * @param {string} name File name, whose extension says how comments look.
 * @param {string} text
 * @returns {number}
 */
export function countCode(name, text) {
  const extension = name.split(/[./]/).at(-1) ?? ''
  const lines = text.split('\n').map((line) => line.trim())
  if (extension === 'md' || extension === 'json') return lines.filter(Boolean).length
  const lineComment = lineComments[extension] ?? slashes
  const hasBlocks = lineComment !== hash
  let count = 0
  /** What ends the comment or import that is open. */
  let end
  for (const line of lines) {
    if (end) {
      if (end.test(line)) end = undefined
    } else if (hasBlocks && blockStart.test(line)) {
      if (!blockEnd.test(line)) end = blockEnd
    } else if (importStart.test(line)) {
      if (/[{(]$/.test(line)) end = /^[})]/
    } else if (line !== '' && !lineComment.test(line)) count++
  }
  return count
}
