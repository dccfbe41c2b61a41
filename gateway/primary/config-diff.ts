/** Maximum number of places reported. */
const maxShown = 10

/**
 * The places where two configurations differ: of what is only in one of them the outermost, such as
 * a whole pipeline. At most ten, and the number of further ones.
 * @param before Place → value; a place is `key.key[number]`.
 */
export function configDiff(
  before: Record<string, string>,
  after: Record<string, string>,
): string[] {
  const [known, now] = [outerPlacesOf(before), outerPlacesOf(after)]
  const changed = new Set<string>()
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[place] === after[place]) continue
    changed.add(placesOn(place).find((outer) => known.has(outer) !== now.has(outer)) ?? place)
  }
  const shown = [...changed].slice(0, maxShown)
  return changed.size > maxShown ? [...shown, `and ${changed.size - maxShown} more`] : shown
}

function outerPlacesOf(values: Record<string, string>): Set<string> {
  return new Set(Object.keys(values).flatMap(placesOn))
}

/** `a`, `a.b`, `a.b[0]` for `a.b[0]`. */
function placesOn(place: string): string[] {
  return [...place.matchAll(/(?=[.[])|$/g)]
    .map(({ index }) => place.slice(0, index))
    .filter(Boolean)
}
