import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../../../web/src/kit/action.js'
import { baseUrl } from '../../../web/src/kit/where.js'
import { toDisplayName } from '../../fields/display.js'
import { suggest } from '../calls.js'
import { useNavigation } from '../navigation/navigation.js'
import { toOrganizationUrl } from '../navigation/pages.js'
import { formatPlace } from '../text/names.js'
import { findMatchingName } from '../text/organization.js'

/** Pause after a key before suggestions are loaded, so that fast typing loads them once. */
const pauseMs = 60
/** Pause after a key before results are loaded. They cost the engine more than suggestions. */
const resultsPauseMs = 300

/** The search box, with suggestions while one types (ARIA pattern: combobox). */
export function SearchBox() {
  const { shown, view, go, open, type: show } = useNavigation()
  const [typed, setTyped] = useState(view.q)
  const [settled, setSettled] = useState('')
  const [chosen, setChosen] = useState<string>() // the id of a suggestion
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (view.q !== typed.trim()) setTyped(view.q) // changed elsewhere, such as by Back
  }, [view.q])
  const isAmongResults = shown.page === 'results' && view.show === ''
  useEffect(() => {
    if (!isAmongResults || !isOpen || typed.trim() === view.q) return undefined
    const timer = setTimeout(() => show(typed.trim()), resultsPauseMs)
    return () => clearTimeout(timer)
  }, [typed, isOpen])
  const { data: suggestions = [] } = useLoaded(
    // without suggestions the search still works, so their errors are not shown
    async (signal) =>
      settled.length < 2 || !isOpen ? [] : suggest(settled, signal).catch(() => []),
    `${settled} ${isOpen}`,
  )
  const offered = isOpen && typed.trim() !== '' ? suggestions : []
  const at = offered.findIndex(({ id }) => id === chosen) // the chosen one may be gone

  function type(changed: string): void {
    setTyped(changed)
    setOpen(true)
    setChosen(undefined)
  }

  function search(): void {
    setOpen(false)
    const suggestion = offered[at]
    setTyped(suggestion ? view.q : typed.trim())
    if (suggestion) open(toOrganizationUrl(suggestion))
    else go({ q: typed.trim(), understand: true })
  }

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setOpen(false)
    if (step === undefined || offered.length === 0) return
    event.preventDefault()
    const count = offered.length + 1 // the typed text is one of the options
    setChosen(offered[((at + 1 + step + count) % count) - 1]?.id)
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
            aria-expanded={offered.length > 0}
            aria-controls="suggestions"
            aria-autocomplete="list"
            aria-activedescendant={offered[at] && `suggestion-${at}`}
            autocomplete="off"
            maxLength={100}
            placeholder="Name, city, field of work or EIN"
            value={typed}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={move}
            onBlur={() => setOpen(false)}
          />
          <div
            id="suggestions"
            role="listbox"
            aria-label="Suggestions"
            hidden={offered.length === 0}
          >
            {offered.map((suggestion, i) => (
              <div
                key={suggestion.id}
                id={`suggestion-${i}`}
                role="option"
                tabIndex={-1}
                aria-selected={i === at}
                // before the input loses the focus
                onMouseDown={() => open(toOrganizationUrl(suggestion))}
              >
                <bdi>{toDisplayName(suggestion.name)}</bdi>{' '}
                <small>
                  <bdi>
                    {[findMatchingName(suggestion, settled), formatPlace(suggestion)]
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
