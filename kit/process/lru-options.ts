/**
 * Options of an LRUCache of this many entries that allocates as they come. Counted as sizes, each
 * 1: `max` would allocate all of them at once.
 */
export function lruOptions(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
