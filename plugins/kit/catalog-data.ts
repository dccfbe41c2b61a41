import { distinctByJson } from '../../kit/config/objects.js'
import type { Access } from '../../kit/elasticsearch/access.js'
import { readDataSources } from '../../kit/elasticsearch/ask.js'
import { type AboutData, aboutData, type DataSource } from '../../kit/elasticsearch/data-source.js'

/** Where the data of an index family comes from, as far as the loader has recorded it. */
export interface CatalogData {
  sources: readonly DataSource[]
  /** The same, as answers say it. */
  about: AboutData | undefined
}

/** It is empty without an answer, or without the privilege to read mappings. */
export async function catalogDataOf(access: Access, prefix: string): Promise<CatalogData> {
  // the families of a load have the same ones
  const sources = distinctByJson(await readDataSources(access, prefix).catch(() => []))
  return { sources, about: aboutData(sources) }
}
