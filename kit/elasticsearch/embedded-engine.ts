/** How many organizations the embedded engine is meant for: beyond them first searches take seconds, and its memory ends. */
export const embeddedMeantFor = 50_000

const advice =
  `the embedded engine is meant for up to ${embeddedMeantFor.toLocaleString('en')} organizations; ` +
  'set ELASTICSEARCH_URL to a real Elasticsearch'

/** What an operator is told when the embedded engine holds so many organizations; undefined while it is meant for them. */
export function embeddedAdvice(organizations: number): string | undefined {
  return organizations >= embeddedMeantFor ? advice : undefined
}

/** What an operator is told when the embedded engine has run out of memory. @param folder DATA_DIR. */
export function outOfMemoryAdvice(folder: string): string {
  return `it ran out of memory: ${advice}, or remove what was loaded with rm -r ${folder}/engine`
}

/** Header in which the embedded engine tells how many documents its greatest index holds. */
export const documentsHeader = 'x-directory-engine-documents'
