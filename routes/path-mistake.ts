/** Why a text is no path of an endpoint, and what to write instead. */
interface PathMistake {
  message: string
  remedy: string
}

/** Why a path cannot be routed; undefined for a good one. */
export function pathMistake(path: string): PathMistake | undefined {
  if (path.startsWith('^')) {
    const remedy = 'write the path itself; :name stands for a segment, a last * for the rest'
    return { message: 'is a regular expression', remedy }
  }
  if (!path.startsWith('/')) return { message: 'must begin with "/"', remedy: `write /${path}` }
  if (path === '/') return undefined
  const segments = path.split('/').slice(1)
  return segments
    .map((segment, i) => segmentMistake(segment, i === segments.length - 1, path))
    .find((mistake) => mistake !== undefined)
}

function segmentMistake(segment: string, isLast: boolean, path: string): PathMistake | undefined {
  if (segment === '') {
    const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    return { message: 'has an empty segment', remedy: `write ${plain}` }
  }
  const braced = /^\{([A-Za-z_]\w*)\}$/.exec(segment)?.[1]
  if (braced) return { message: 'is not exact', remedy: `write :${braced} for {${braced}}` }
  if (segment === '.' || segment === '..')
    return { message: 'has a dot segment', remedy: 'write the path out' }
  if (segment === '*' && !isLast)
    return { message: 'has "*" in its middle', remedy: '"*" may only come last' }
  if (/^([\w.~-]+|:[A-Za-z_]\w*|\*)$/.test(segment)) return undefined
  const remedy = 'use letters, digits and . _ ~ -, :name for a whole segment, a last *'
  return { message: 'is not exact', remedy }
}
