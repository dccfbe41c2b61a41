import { useRef, useState } from 'preact/hooks'
import { Page } from '../kit/page.js'
import { useAccess } from './access.js'
import { Composer } from './composer.js'
import type { EditorControl } from './editor.js'
import { Fields } from './fields.js'
import { faultIn } from './places.js'
import { pretty } from './pretty.js'
import { type Body, bodyIn, type Query } from './query.js'
import { Results } from './results.js'
import { SignInDialog } from './sign-in-dialog.js'
import { useMistakes } from './use-mistakes.js'
import { remember, useQuery } from './use-query.js'
import { useSearch } from './use-search.js'
import './try.css'

/** The page /try: a query of Elasticsearch next to its results. */
export function App() {
  const access = useAccess()
  const searching = useSearch()
  const { query, written, type, write } = useQuery((restored) => {
    if (access.isOpen) void search(restored)
  })
  const checked = useMistakes(query, access, searching)
  const [about, setAbout] = useState('')
  const editor = useRef<EditorControl>(null)

  async function search(asked: Query): Promise<void> {
    const fault = bodyIn(asked.text) ? undefined : faultIn(asked.text)
    if (fault?.span) return editor.current!.select(fault.span)
    remember(asked)
    // its error is shown with the results
    await access.doing(() => searching.run(asked)).catch(() => {})
  }
  function searchBody(body: Body, index: string, told = ''): Promise<void> {
    setAbout(told)
    return search(write({ index, text: pretty(body) }))
  }
  /** After this the query is no example any more. */
  const own =
    <Change,>(change: (change: Change) => void) =>
    (part: Change) => {
      setAbout('')
      change(part)
    }

  const user = access.who ? (
    <>
      <span>{access.who}</span>
      <button
        type="button"
        onClick={() => {
          searching.clear()
          access.leave()
        }}
      >
        {access.isKey ? 'Forget the key' : 'Sign out'}
      </button>
    </>
  ) : (
    <button type="button" onClick={() => void access.signIn()}>
      Sign in
    </button>
  )
  return (
    <Page current="try" user={user}>
      <h1 class="away">Workbench</h1>
      <div class="bench">
        <div class="ask">
          <Composer
            {...{ query, written, about, access, checked, editor, searchBody }}
            type={own(type)}
            write={own(write)}
            search={() => void search(query)}
            isRunning={searching.isRunning}
          />
          <Fields
            index={query.index}
            access={access}
            insert={(name) => editor.current!.insert(name)}
          />
        </div>
        <Results {...{ searching, access, searchBody }} />
      </div>
      {access.entrance && <SignInDialog access={access} entrance={access.entrance} />}
    </Page>
  )
}
