import { OpenPage } from '../kit/open-page.js'
import { SignIn } from '../kit/sign-in.js'
import { Compare } from './compare.js'
import { Detail } from './detail.js'
import { NavigationProvider, useAddress } from './navigation.js'
import { Results } from './results.js'
import { SearchBox } from './search-box.js'
import { Shortlist } from './shortlist.js'
import type { View } from './view.js'
import './directory.css'

/** The page /: a search box, and what its address asks for. */
export function App() {
  const navigation = useAddress()
  const { view } = navigation
  return (
    <NavigationProvider value={navigation}>
      <OpenPage current="directory">
        {({ isSignedIn, isNeeded, onSignedIn }) =>
          isNeeded ? (
            <section class="card entrance">
              <SignIn reason="To search the directory. Your search is kept." onDone={onSignedIn} />
            </section>
          ) : (
            <>
              <SearchBox key={view.q} />
              <Shown key={isSignedIn} view={view} />
            </>
          )
        }
      </OpenPage>
    </NavigationProvider>
  )
}

/** What an address asks for. */
function Shown({ view }: { view: View }) {
  if (view.id !== '') return <Detail id={view.id} />
  if (view.compare.length > 0) return <Compare />
  return view.show === 'list' ? <Shortlist /> : <Results />
}
