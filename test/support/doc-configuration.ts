import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A piece of YAML of a page that names the file it belongs to in its first line. */
export interface Piece {
  file: string
  text: string
}

/** The YAML of a page that begins with `# config/FILE`, in its order. */
export function piecesOf(page: string): Piece[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/```yaml\n# config\/(\S+)\n([\s\S]*?)```/g)
  return [...blocks].map(([, file, text]) => ({ file: file!, text: text! }))
}

/** Puts pieces into the files of a configuration folder, new ones too, as a reader would do. */
export function apply(pieces: readonly Piece[], configDir: string): void {
  for (const { file, text } of pieces) {
    const path = join(configDir, file)
    writeFileSync(path, existsSync(path) ? merged(readFileSync(path, 'utf8'), text) : text)
  }
}

/**
 * Each entry of the piece takes the place of the one of its name, or is behind the last one of
 * its section.
 */
export function merged(whole: string, piece: string): string {
  const lines = whole.split('\n')
  for (const { name: section, lines: body } of blocksOf(piece.split('\n'), 0)) {
    for (const entry of blocksOf(body.slice(1), 2)) {
      const begin = lines.findIndex((line) => line.startsWith(`${section}:`))
      if (begin < 0) throw new Error(`there is no section "${section}"`)
      const end = endOf(lines, begin, 0)
      const own = lines.findIndex(
        (line, i) => i > begin && i < end && line.startsWith(`  ${entry.name}:`),
      )
      if (own < 0) lines.splice(end, 0, ...entry.lines)
      else lines.splice(own, endOf(lines, own, 2) - own, ...entry.lines)
    }
  }
  return lines.join('\n')
}

/** The entries of a mapping at this depth, each with all its lines. */
function blocksOf(lines: readonly string[], depth: number): { name: string; lines: string[] }[] {
  return lines.flatMap((line, i) => {
    const name = new RegExp(`^ {${depth}}([\\w-]+):`).exec(line)?.[1]
    return name === undefined ? [] : [{ name, lines: lines.slice(i, endOf(lines, i, depth)) }]
  })
}

/**
 * Behind the last line of the entry that begins in a line: what is deeper, without the comments
 * of what follows.
 */
function endOf(lines: readonly string[], begin: number, depth: number): number {
  const isDeeper = (line: string) =>
    line.trim() === '' || line.trimStart().startsWith('#') || /^ */.exec(line)![0].length > depth
  let end = begin + 1
  while (end < lines.length && isDeeper(lines[end]!)) end++
  while (/^\s*(#.*)?$/.test(lines[end - 1]!)) end--
  return end
}
