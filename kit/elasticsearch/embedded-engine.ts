/**
 * How many organizations the embedded engine is meant for: with more, searches become slow, and its
 * memory may run out.
 */
export const embeddedCapacity = 50_000

const advice =
  `the embedded engine supports up to ${embeddedCapacity.toLocaleString('en')} ` +
  'organizations; set ELASTICSEARCH_URL to a real Elasticsearch, and load again ' +
  '(docs/elasticsearch.md, "Connect")'

/**
 * The warning for an embedded engine that holds too many organizations; undefined while it is meant
 * for them.
 */
export function embeddedAdvice(organizations: number): string | undefined {
  return organizations >= embeddedCapacity ? advice : undefined
}

/** The message for an embedded engine that has run out of memory. @param folder DATA_DIR. */
export function outOfMemoryAdvice(folder: string): string {
  return `it ran out of memory: ${advice}, or remove what was loaded with rm -r ${folder}/engine`
}

/** Header in which the embedded engine reports the number of documents in its largest index. */
export const documentsHeader = 'x-directory-engine-documents'
