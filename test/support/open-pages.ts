/** An edit of the shipped YAML: visitors may read the pages of organizations. */
export function withOpenPages(text: string): string {
  return text
    .replace(
      'apiEndpoints:\n',
      '$&  page: { host: "*", paths: "/organizations/*", methods: [GET] }\n',
    )
    .replace('apiEndpoints: [docs]', 'apiEndpoints: [docs, page]')
}

/** An edit of the shipped YAML: no visitor may. */
export function withClosedPages(text: string): string {
  return text.replaceAll('anonymous: true', 'anonymous: false')
}
