/**
 * Every number of the cost of a query (docs/query-cost.md). A cost of 1 is about a millisecond of
 * one core, in an index of up to `smallIndex` documents, on a node that has just started. The
 * numbers are upper bounds of a whole class: a dangerous search that is accepted raises its class.
 */
export const unitCosts = {
  /** Documents up to which the size of the index counts as 1: a simple pass over them takes 1 ms. */
  smallIndex: 100_000,
  /** Buckets that one aggregation has at most: one for each document of a small index. */
  mostBuckets: 20_000,

  // for each, times the size of the index: what goes through documents or dictionaries

  /** Clause or filter that reads one list of documents, or one tree of numbers. */
  exact: 1,
  /** Value in a list, which is looked up once. */
  listed: 0.002,
  /** Word in a text field: many documents have it. */
  word: 1,
  /** Words of a text that may all be frequent: the others are rarer (Zipf's law). */
  frequentWords: 8,
  /** Further word of a text. */
  rareWord: 0.25,
  /** Word in a field of another type: its values are whole, so few documents have the same one. */
  wholeWord: 0.1,
  /** Fields in which a word is frequent, at most: only in these it grows with the index. */
  frequentFields: 3,
  /** Words that a fuzzy one expands to in many documents. */
  fuzzyWords: 2,
  /** Word whose positions are compared in each document. */
  position: 2,
  /** The same beyond the eighth: long phrases repeat frequent words. */
  longPosition: 10,
  /** Prefix or range of words: a part of a dictionary, each entry with its documents. */
  lookup: 10,
  /** Pattern without a fixed beginning, or a join: all of a dictionary. */
  scan: 20,
  /** Point of a shape: near a star, each document is compared with each edge. */
  shapePoint: 0.1,
  /** Value that is computed for each document: distance, function, group of hits. */
  computed: 10,
  /** Number or filter that is looked at for each document: to add it up, to sort by it. */
  number: 2,
  /** Aggregation that puts each value in a sketch: a digest, a table of hashes. */
  sketch: 20,
  /** Bucket of each value, counted in one array. */
  values: 10,
  /** Bucket of each step or cell, found in a table. */
  steps: 20,
  /** Bucket of each pair of value and outer bucket, found in one large table. */
  pairs: 50,
  /** Aggregation, or grouping of sorted hits, that looks up the text or the count of each value. */
  texts: 100,
  /** Bucket around an aggregation of buckets: the table of pairs is scanned for each. */
  outerBucket: 0.5,
  /** How often a scan inside of buckets is repeated, at least: once for each bucket tried. */
  repeated: 100,

  // for each, at any size of the index: hits, heap

  /** Letter of a fuzzy word: its automata take 65 KB. */
  letter: 1,
  /** Text fields of an index whose fields the engine has not returned. */
  unknownFields: 30,
  /** Mebibyte of heap: 1,600 are 80 MiB. */
  mebibyte: 20,
  /** Bucket of a text: 1.6 KB of heap and answer. */
  bucket: 0.02,
  /** Bucket of a number or a cell. */
  step: 0.005,
  /** Value that is returned of a bucket. */
  value: 0.001,
  /** Hit that a bucket, or a neighbor that a search, keeps in its queue. */
  queued: 0.01,
  /** Hit: found, loaded, rendered. */
  hit: 0.05,
  /** Hit of a bucket or a group, each of which fetches its own. */
  innerHit: 0.1,
  /** Search for the hits of a group, besides its query. */
  groupSearch: 5,
  /** Field or sort key of a hit that is returned, or a source that is filtered. */
  returned: 0.02,
  /** Text of a hit that is highlighted: it is analyzed again. */
  highlighted: 0.1,
  /** Word that is looked for in it, for each field it is searched in. */
  highlightedWord: 0.02,
  /** Pattern or fuzzy word that is looked for in it: its automata are built again. */
  highlightedPattern: 5,
  /** Highlighted texts that an explained hit costs as much as. */
  explained: 3,
} as const
