import { useEffect, useState } from 'preact/hooks'
import { onSignedOut, signedIn, signOut } from '../kit/api.js'
import { Page } from '../kit/page.js'
import { SignIn } from '../kit/sign-in.js'
import { Detail } from './detail.js'
import { NavigationProvider, useAddress } from './navigation.js'
import { Results } from './results.js'
import { SearchBox } from './search-box.js'
import './directory.css'

type Access = 'open' | 'needed' | 'signed-in'

/** The page /: a search box, and what its address asks for. */
export function App() {
  const navigation = useAddress()
  const [access, setAccess] = useState<Access>(() => (signedIn() ? 'signed-in' : 'open'))
  useEffect(
    // after the end of a session the results are asked for without it, which may be refused too
    () => onSignedOut(() => setAccess((now) => (now === 'signed-in' ? 'open' : 'needed'))),
    [],
  )

  function logOut(): void {
    void signOut()
    setAccess('open')
  }

  const leave = access === 'signed-in' && (
    <button type="button" onClick={logOut}>
      Sign out
    </button>
  )
  return (
    <NavigationProvider value={navigation}>
      <Page current="directory" user={leave}>
        {access === 'needed' ? (
          <section class="card entrance">
            <SignIn
              reason="To search the directory. The address of this page keeps what you look for."
              onDone={() => setAccess('signed-in')}
            />
          </section>
        ) : (
          <>
            <SearchBox key={navigation.view.q} />
            {navigation.view.id === '' ? (
              <Results key={access} />
            ) : (
              <Detail key={access} id={navigation.view.id} />
            )}
          </>
        )}
      </Page>
    </NavigationProvider>
  )
}
