/** Yields the first item, which was read for inspection, and then the rest. */
export async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
