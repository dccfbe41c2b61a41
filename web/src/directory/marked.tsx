import { marked } from './words.js'

/** A text in which the words that were asked for are marked. */
export function Marked({ text, q }: { text: string; q: string }) {
  return (
    <>
      {marked(text, q).map(({ part, isMarked }, i) =>
        isMarked ? <mark key={i}>{part}</mark> : part,
      )}
    </>
  )
}
