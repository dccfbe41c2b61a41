/** The sections of docs/queries.md, each with its first query. */
export function parseSections(text: string) {
  const [, ...sections] = text.split(/^## (?=\d+\. )/m)
  return sections.map((section) => {
    const [, number = '', title = '', request = ''] =
      /^(\d+)\. ([^\n]*)\n.*?```sh\n.*?-d '(.*?)'\n```/s.exec(section) ?? []
    return { number, title, request }
  })
}
