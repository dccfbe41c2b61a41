import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { baseUrl } from '../kit/where.js'
import { placeOf, readable } from '../kit/words.js'
import { pageOf } from './address.js'
import { suggest } from './calls.js'
import { useNavigation } from './navigation.js'
import { meantName } from './words.js'

/** Wait after a key before suggestions are asked for: fast typists ask once. */
const pauseMs = 60

/** The search box, with the organizations whose names may be meant (ARIA pattern: combobox). */
export function SearchBox() {
  const { view, go, open } = useNavigation()
  const [typed, setTyped] = useState(view.q)
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState<string>() // the id of a suggestion
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const { data: suggestions = [] } = useLoaded(
    // a search finds what suggestions cannot: an error of theirs is none of the page
    async (signal) => (asked.length < 2 || !isOpen ? [] : suggest(asked, signal).catch(() => [])),
    `${asked} ${isOpen}`,
  )
  const shown = isOpen && typed.trim() !== '' ? suggestions : []
  const at = shown.findIndex(({ id }) => id === chosen) // others may have come since

  function type(changed: string): void {
    setTyped(changed)
    setOpen(true)
    setChosen(undefined)
  }

  function search(): void {
    setOpen(false)
    const suggestion = shown[at]
    setTyped(suggestion ? view.q : typed.trim())
    if (suggestion) open(pageOf(suggestion))
    else go({ q: typed.trim(), understand: true })
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setOpen(false)
    if (step === undefined || shown.length === 0) return
    event.preventDefault()
    const count = shown.length + 1 // the text itself is one of them
    setChosen(shown[((at + 1 + step + count) % count) - 1]?.id)
  }

  return (
    <search>
      <form
        class="search"
        action={`${baseUrl}/`} // without script
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <div class="combobox">
          <input
            ref={input}
            type="text"
            inputMode="search"
            name="q"
            role="combobox"
            aria-label="Search organizations"
            aria-expanded={shown.length > 0}
            aria-controls="suggestions"
            aria-autocomplete="list"
            aria-activedescendant={shown[at] && `suggestion-${at}`}
            autocomplete="off"
            maxLength={100}
            placeholder="Name, city, field of work or EIN"
            value={typed}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={move}
            onBlur={() => setOpen(false)}
          />
          <div id="suggestions" role="listbox" aria-label="Suggestions" hidden={shown.length === 0}>
            {shown.map((suggestion, i) => (
              <div
                key={suggestion.id}
                id={`suggestion-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === at}
                // before the input loses the focus
                onMouseDown={() => open(pageOf(suggestion))}
              >
                <bdi>{readable(suggestion.name)}</bdi>{' '}
                <small>
                  <bdi>
                    {[meantName(suggestion, asked), placeOf(suggestion)]
                      .filter(Boolean)
                      .join(' · ')}
                  </bdi>
                </small>
              </div>
            ))}
          </div>
        </div>
        <button type="submit" class="primary">
          Search
        </button>
      </form>
    </search>
  )
}
