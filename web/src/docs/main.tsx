import { render } from 'preact'
import { OpenPage } from '../kit/open-page.js'
import { Reference } from './reference.js'
import 'swagger-ui-dist/swagger-ui.css'
import './docs.css'

/** The page /docs: every call, to read and to try. */
function App() {
  return <OpenPage current="docs">{(login) => <Reference {...login} />}</OpenPage>
}

render(<App />, document.getElementById('app')!)
