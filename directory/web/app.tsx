import { OpenPage } from '../../web/src/kit/open-page.js'
import { SignIn } from '../../web/src/kit/sign-in.js'
import { Home, Welcome } from './home/home.js'
import { Landing } from './home/landing.js'
import { NavigationProvider, useAddressBar } from './navigation/navigation.js'
import type { CurrentPage } from './navigation/pages.js'
import type { View } from './navigation/view.js'
import { Comparison } from './organization/comparison.js'
import { OrganizationPage } from './organization/detail.js'
import { MissingAddress } from './results/load-error.js'
import { Results } from './results/results.js'
import { SearchBox } from './search/search-box.js'
import { Shortlist, ShortlistBar } from './shortlist/shortlist.js'
import './directory.css'

/** The pages of the directory: a search box, and what the address asks for. */
export function App() {
  const navigation = useAddressBar()
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
              <PageContent key={`${isSignedIn} ${toPageKey(shown)}`} shown={shown} view={view} />
              <ShortlistBar />
            </>
          )
        }
      </OpenPage>
    </NavigationProvider>
  )
}

/** A new key makes a new page. With the same key the page updates. */
const toPageKey = (shown: CurrentPage) => shown.page + ('name' in shown ? shown.name : '')

function PageContent({ shown, view }: { shown: CurrentPage; view: View }) {
  if (shown.page === 'organization') return <OrganizationPage name={shown.name} />
  if (shown.page === 'landing') return <Landing />
  if (shown.page === 'missing') return <MissingAddress />
  if (shown.page === 'home') return <Home />
  if (view.compare.length > 0) return <Comparison />
  return view.show === 'list' ? <Shortlist /> : <Results />
}
