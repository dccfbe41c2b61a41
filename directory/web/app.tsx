import { OpenPage } from '../../web/src/kit/open-page.js'
import { SignIn } from '../../web/src/kit/sign-in.js'
import type { Shown } from './address.js'
import { Compare } from './compare.js'
import { Detail } from './detail.js'
import { Home, Welcome } from './home.js'
import { Landing } from './landing.js'
import { NavigationProvider, useAddress } from './navigation.js'
import { Results } from './results.js'
import { SearchBox } from './search-box.js'
import { Shortlist } from './shortlist.js'
import type { View } from './view.js'
import './directory.css'

/** The pages of the directory: a search box, and what the address asks for. */
export function App() {
  const navigation = useAddress()
  const { shown, view } = navigation
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
              {shown.page === 'home' && <Welcome />}
              <SearchBox />
              <Asked key={`${isSignedIn} ${keyOf(shown)}`} shown={shown} view={view} />
            </>
          )
        }
      </OpenPage>
    </NavigationProvider>
  )
}

/** Pages with the same key are one page that changes. */
const keyOf = (shown: Shown) => shown.page + ('name' in shown ? shown.name : '')

function Asked({ shown, view }: { shown: Shown; view: View }) {
  if (shown.page === 'organization') return <Detail name={shown.name} />
  if (shown.page === 'landing') return <Landing />
  if (shown.page === 'home') return <Home />
  if (view.compare.length > 0) return <Compare />
  return view.show === 'list' ? <Shortlist /> : <Results />
}
