import { highlightsOf } from '../highlight/highlight.js'
import { shortest } from '../mapping/floats.js'
import type { Json } from '../queries/options.js'
import { shownDocValues, shownFields } from './doc-fields.js'
import type { Ranked } from './ranking.js'
import type { SearchRequest } from './request.js'

/** A hit as Elasticsearch renders it. */
export function hitOf(
  { search, doc, score, sort, collapsed }: Ranked,
  request: SearchRequest,
): Json {
  const { shard } = search
  const stored = shard.document(doc)
  const { id, version, sequence, ignored } = stored
  const showsScore =
    request.sort === undefined ||
    request.trackScores ||
    request.sort.some(({ by }) => by === 'score')
  const source = lazily(() => stored.source)
  const { fields: read, ignored: left } = shownFields(
    shard,
    request.fields.length > 0 ? source() : {},
    request.fields,
  )
  const grouped =
    collapsed === undefined || collapsed === null ? {} : { [request.collapse!]: [collapsed] }
  const fields = { ...shownDocValues(shard, doc, request.docvalueFields), ...read, ...grouped }
  const highlight =
    request.highlight === undefined ? {} : highlightsOf(search, source(), request.highlight)
  const matched = request.query.named
    .filter(({ clause }) => clause(shard).matches(1).docs.includes(doc))
    .map(({ name }) => name)
  return {
    _index: shard.name,
    _id: id,
    ...(request.version ? { _version: version } : {}),
    ...(request.sequence ? { _seq_no: sequence, _primary_term: 1 } : {}),
    _score: showsScore ? shortest(score) : null,
    ...(ignored.length > 0 ? { _ignored: ignored } : {}),
    ...(request.source === undefined ? {} : { _source: request.source(source()) }),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(Object.keys(left).length > 0 ? { ignored_field_values: left } : {}),
    ...(Object.keys(highlight).length > 0 ? { highlight } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(matched.length > 0 ? { matched_queries: matched } : {}),
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
