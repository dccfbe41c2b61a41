/**
 * The paths and parameters of the calls that go to the engine. They are ours alone: a caller's
 * query string never gets here.
 */

/** A missing index is an error; a pattern without an index is an empty answer. */
const indexOptions = 'allow_no_indices=true&ignore_unavailable=false&expand_wildcards=open'

/** A shard that fails makes the search fail: half an answer would pass for the whole. */
const wholeAnswers = 'allow_partial_search_results=false'

/**
 * A search uses one thread of each node, so that slots bound work: by default Elasticsearch would
 * search five shards of a node at a time.
 */
const oneShardAtATime = 'max_concurrent_shard_requests=1'

/** The path of a search. */
export function searchPath(index: string): string {
  return `${encodeIndex(index)}/_search?${indexOptions}&${wholeAnswers}&${oneShardAtATime}`
}

/** The path that opens a point in time. @param keepAlive As Elasticsearch writes it, `1m`. */
export function openPointInTimePath(index: string, keepAlive: string): string {
  return `${encodeIndex(index)}/_pit?keep_alive=${keepAlive}&${indexOptions}`
}

/** The path of a search in a point in time: the point in time has the indices. */
export const pointInTimeSearchPath = `/_search?${wholeAnswers}&${oneShardAtATime}`

/** `*` is not encoded; Elasticsearch decodes the rest. */
const encodeIndex = (index: string) => `/${encodeURIComponent(index)}`
