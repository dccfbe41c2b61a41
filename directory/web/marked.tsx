import { marked } from './words.js'

/** A text of the data in which the words that were asked for are marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  return (
    <bdi>
      {marked(text, q).map(({ part, isMarked }, i) =>
        isMarked ? <mark key={i}>{part}</mark> : part,
      )}
    </bdi>
  )
}
