/** What was taken from a source to look at it, and then the rest. */
export async function* chain<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
