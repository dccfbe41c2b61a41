import { openSegments, pathTest } from './path.js'

/** Literal segments, which may be empty, `:name`, and a last `*`. */
const template = /^(\/([\w.~-]*|:[A-Za-z_]\w*))*(\/\*)?$/

/** Whether a text is a path that another one can be rewritten to. */
export function isTarget(path: string): boolean {
  return path !== '' && template.test(path) && !/(^|\/)\.\.?(\/|$)/.test(path)
}

/**
 * Makes the path of a service from a sent path.
 * @param from A path of an endpoint. @param to Its open segments are among those of `from`.
 * @returns a function that inserts the segments as sent, percent-encoded; it throws for a path that
 * does not match `from`.
 */
export function rewriter(from: string, to: string): (sent: string) => string {
  const matches = pathTest(from)
  const names = from.split('/')
  const open = openSegments(to)
  return function rewrite(sent) {
    if (!matches(sent)) throw new Error('the path is not the one of its endpoint')
    const segments = sent.split('/')
    const filled = (name: string) =>
      name === '*' ? segments.slice(names.length - 1).join('/') : segments[names.indexOf(name)]!
    return to
      .split('/')
      .map((segment) => (open.includes(segment) ? filled(segment) : segment))
      .join('/')
  }
}
