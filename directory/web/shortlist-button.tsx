import { readable } from './names.js'
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
    <button type="button" class="link shortlisted" onClick={() => stay({ list: change })}>
      <span aria-hidden="true">{isListed ? '★ ' : '☆ '}</span>
      {isListed ? 'Remove from shortlist' : 'Add to shortlist'}
      <span class="away"> {readable(name)}</span>
    </button>
  )
}
