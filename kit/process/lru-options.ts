/**
 * Options of an LRUCache that keeps so many entries, and takes room as they come. Counted as sizes, each 1: `max` would take the
 * room of all of them at once.
 */
export function lruOptions(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
