import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLoaded } from './action.js'
import { loadOffered } from './api.js'
import icon from './icon.svg'
import { baseUrl, getGivenPages } from './where.js'

/** Pages that the header leads to, in this order. */
const titles: Readonly<Record<string, string>> = {
  directory: 'Directory',
  docs: 'API docs',
  try: 'Workbench',
  account: 'Account',
}

interface PageProps {
  /** Name of this page among the pages of the gateway. */
  current: string
  /** Who is signed in, and how to leave. */
  user?: ComponentChildren
  children: ComponentChildren
}

/** Header with the other pages of this gateway, and the main part. */
export function Page({ current, user, children }: PageProps) {
  const { data: pages = {} } = useLoaded(() => loadOffered().then((all) => all.pages), '', {
    data: getGivenPages(),
  })
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div class="wide">
          <a class="brand" href={`${baseUrl}/`}>
            <img src={icon} alt="" width="28" height="28" />
            <span>Nonprofit Directory</span>
          </a>
          <nav aria-label="Pages">
            {Object.entries(titles)
              .filter(([name]) => name in pages)
              .map(([name, title]) => (
                <a
                  key={name}
                  href={baseUrl + pages[name]}
                  aria-current={name === current ? 'page' : undefined}
                >
                  {title}
                </a>
              ))}
          </nav>
          {user && <div class="user">{user}</div>}
        </div>
      </header>
      <main id="main" tabIndex={-1} class="wide">
        {children}
      </main>
    </>
  )
}

/** Follows a link within the document, unless the click opens a new tab or window. */
export function follow(event: MouseEvent, go: () => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go()
}

/** The title of the first page, and the end of the titles of all others. */
export const siteTitle = 'Nonprofit Organization Directory'

export const toTitle = (text: string): string => [text, siteTitle].filter(Boolean).join(' · ')

/** Sets the title of the document. Undefined leaves it as it is. */
export function useTitle(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined) document.title = toTitle(text)
  }, [text])
}
