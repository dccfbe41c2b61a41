/** The shipped YAML with the one line that closes the directory: everyone signs in. */
export function closed(text: string): string {
  return text.replace('anonymous: true # false:', 'anonymous: false # true: visitors too;')
}

/** An edit of the shipped YAML: a pipeline behind `search-templates` takes visitors, too. */
export function opened(pipeline: string): (text: string) => string {
  const start = new RegExp(`(\\n {2}${pipeline}:\\n {4}apiEndpoints: [^§]*?\\*authenticate)\n`)
  return (text) => text.replace(start, '$1-or-visit\n')
}
