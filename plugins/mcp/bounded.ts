import { stringifyExact } from '../../kit/api/json.js'
import { failed, type ToolResult } from './tool.js'

/** How an answer is made small enough. */
export interface Bounds {
  /** Of the JSON of an answer. */
  maxBytes: number
  /** Member of the data whose last items are left out; undefined: none may be. */
  list: string | undefined
  /** What a caller can do to get the rest. */
  remedy: string
}

/**
 * Data as the result of a tool. Of data that are too large, the last hits are left out, and `more`
 * says how many; JSON is never cut.
 */
export function boundedResult(
  data: Readonly<Record<string, unknown>>,
  { maxBytes, list, remedy }: Bounds,
): ToolResult {
  const whole = resultOf(data)
  if (sizeOf(whole) <= maxBytes) return whole
  const items = list === undefined ? [] : (data[list] as unknown[])
  const first = (count: number) =>
    resultOf({
      ...data,
      [list ?? '']: items.slice(0, count),
      more: `${items.length - count} more: ${remedy}`,
    })
  const count = mostThat((some) => sizeOf(first(some)) <= maxBytes, items.length - 1)
  if (count > 0) return first(count)
  return failed(`The answer is larger than ${maxBytes} bytes: ${remedy}`)
}

function resultOf(data: Readonly<Record<string, unknown>>): ToolResult {
  return { content: [{ type: 'text', text: stringifyExact(data) }], structuredContent: data }
}

function sizeOf({ content }: ToolResult): number {
  return Buffer.byteLength(content[0]!.text)
}

/** The greatest number up to a limit that fits, or 0; of two numbers the smaller fits better. */
function mostThat(fits: (count: number) => boolean, limit: number): number {
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
