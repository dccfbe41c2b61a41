import { useEffect } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { OpenPage } from '../kit/open-page.js'
import './guides.css'

/** A guide as the build has made it. */
interface Guide {
  title: string
  html: string
}

/** By their paths: the one that the document began with, and those that were shown since. */
const known = new Map<string, Guide>()
const first = guideIn(document)
if (first) known.set(location.pathname, first)

function guideIn(page: Document): Guide | undefined {
  const html = page.querySelector('.guide')?.innerHTML
  return html === undefined ? undefined : { title: page.title, html }
}

/** The pages /docs/guides and below. */
export function App() {
  const { pathname, hash } = location
  const { data, error } = useLoaded((signal) => load(pathname, signal), pathname)
  const guide = known.get(pathname) ?? data
  useEffect(() => {
    if (!guide) return
    document.title = guide.title
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [guide])
  return (
    <OpenPage current="docs">
      {() => (
        <>
          <Problem error={error} />
          {guide && <div class="guide" dangerouslySetInnerHTML={{ __html: guide.html }} />}
        </>
      )}
    </OpenPage>
  )
}

/** @throws Error where there is no such guide. */
async function load(path: string, signal: AbortSignal): Promise<Guide> {
  const before = known.get(path)
  if (before) return before
  const answer = await fetch(path, { signal, headers: { Accept: 'text/html' } })
  const guide = guideIn(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  if (!guide) throw new Error(`The guide is not available: HTTP ${answer.status}`)
  known.set(path, guide)
  return guide
}
