import { readable } from '../kit/words.js'
import { useNavigation } from './navigation.js'
import { mostListed } from './view.js'

/** Puts an organization on the shortlist of the address, or takes it off. */
export function ShortlistButton({ of: { id, name } }: { of: { id: string; name: string } }) {
  const { view, stay } = useNavigation()
  const { list } = view
  const isListed = list.includes(id)
  // an address separates ids by commas
  if (id.includes(',') || (!isListed && list.length >= mostListed)) return null
  const change = isListed ? list.filter((one) => one !== id) : [...list, id]
  return (
    <button
      type="button"
      class="link shortlisted"
      aria-pressed={isListed}
      aria-label={`Shortlist ${readable(name)}`}
      onClick={() => stay({ list: change })}
    >
      {isListed ? '★ On the shortlist' : '☆ Add to shortlist'}
    </button>
  )
}
