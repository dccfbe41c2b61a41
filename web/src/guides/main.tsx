import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { OpenPage } from '../kit/open-page.js'
import './guides.css'

/** The guide, as the build has put it into the document. */
const html = document.querySelector('.guide')!.innerHTML

/** The pages /docs/guides and below. */
function App() {
  useEffect(() => {
    const { hash } = location
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <OpenPage current="docs">
      {() => <div class="guide" dangerouslySetInnerHTML={{ __html: html }} />}
    </OpenPage>
  )
}

render(<App />, document.getElementById('app')!)
