/** A document with a new part between the comments that name it, such as `costs`. */
export function withPart(text: string, name: string, part: string): string {
  const begin = `<!-- ${name}: written by \`npm run docs\`; a test compares -->\n`
  const end = `<!-- /${name} -->`
  const [head = '', rest = ''] = text.split(begin)
  return `${head}${begin}\n${part}\n\n${rest.slice(rest.indexOf(end))}`
}
