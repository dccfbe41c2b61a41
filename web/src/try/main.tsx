import { render } from 'preact'
import { useRef } from 'preact/hooks'
import { Page } from '../kit/page.js'
import { useAccess } from './access.js'
import { Composer } from './composer.js'
import type { EditorControl } from './editor.js'
import { Fields } from './fields.js'
import { findSyntaxError } from './mistakes.js'
import { parseBody, type Query } from './query.js'
import { Results } from './results.js'
import { SignInDialog } from './sign-in-dialog.js'
import { useMistakes } from './use-mistakes.js'
import { saveQuery, useQuery } from './use-query.js'
import { useSearch } from './use-search.js'
import './try.css'

/** The page /try: a query of Elasticsearch next to its results. */
function App() {
  const access = useAccess()
  const search = useSearch()
  const { query, written, type, write } = useQuery((restored) => {
    if (access.isOpen) void run(restored)
  })
  const checked = useMistakes(query, access, search)
  const editor = useRef<EditorControl>(null)

  async function run(next: Query): Promise<void> {
    const mistake = parseBody(next.text) ? undefined : findSyntaxError(next.text)
    if (mistake?.span) return editor.current!.select(mistake.span)
    saveQuery(next)
    // its error is shown with the results
    await access.withSignIn(() => search.run(next)).catch(() => {})
  }

  function leave(): void {
    search.clear()
    access.leave()
  }

  const user = access.who ? (
    <>
      <span>{access.who}</span>
      <button type="button" onClick={leave}>
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
            {...{ query, written, checked, editor }}
            onType={type}
            onWrite={write}
            onSearch={() => void run(query)}
            isRunning={search.isRunning}
            isOpen={access.isOpen}
          />
          <Fields
            index={query.index}
            access={access}
            insert={(name) => editor.current!.insert(name)}
          />
        </div>
        <Results {...search} />
      </div>
      {access.dialog && <SignInDialog access={access} dialog={access.dialog} />}
    </Page>
  )
}

render(<App />, document.getElementById('app')!)
