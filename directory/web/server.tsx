import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Organization } from '../../packages/client/src/types.js'
import { formatCounted } from '../../web/src/kit/format.js'
import { siteTitle, toTitle } from '../../web/src/kit/page.js'
import { type Given, renderServed, type ServedPage } from '../../web/src/kit/where.js'
import { toDisplayName } from '../fields/display.js'
import { toPagePath } from '../fields/page-path.js'
import { App } from './app.js'
import { toFindPath } from './calls.js'
import { type LandingData, toLandingTitle } from './home/landing.js'
import { type CurrentPage, parsePage } from './navigation/pages.js'
import { homeFacets, homeParameters, parseView, toFindParameters } from './navigation/view.js'
import { chooseUnit } from './text/distance.js'
import { summarize, toPageTitle } from './text/facts.js'
import { describeSearch } from './text/search.js'

/** A page that the gateway makes (plugins/pages/site/renderer.ts). */
interface Document extends ServedPage {
  /** The document of directory.html. */
  frame: string
  /** The URL of the gateway, for addresses that must be whole. */
  url: string
  /** What the page is about, in the words of schema.org. */
  jsonLd?: object
}

/** The HTML of a page, complete without script. */
export function documentOf({ frame, url, jsonLd, ...page }: Document): string {
  const { base } = page
  return renderServed(page, () => {
    // next to the other files of the page
    const body = renderToString(<App />).replaceAll('src="/assets/', `src="${base}/directory/`)
    const head = renderToString(<Head about={aboutPage(page)} url={url} jsonLd={jsonLd} />)
    const { pages, data, meta, error } = page
    const given = renderToString(<Data id="given" data={{ pages, data, meta, error }} />)
    return frame
      .replaceAll('"./', `"${base}/`)
      .replace('<html ', () => `<html data-base="${base}" `)
      .replace(/<meta name="description"[^>]*>\s*<title>[^<]*<\/title>/, () => head)
      .replace(/<noscript>.*<\/noscript>/, '')
      .replace('<div id="app"></div>', () => `<div id="app">${body}</div>\n${given}`)
  })
}

/** The query of the search template `find` for the query of a page. */
export function findQueryOf(query: string): string {
  const path =
    query === ''
      ? toFindPath(homeParameters, homeFacets)
      : toFindPath(toFindParameters(parseView(new URLSearchParams(query))))
  return path.slice(path.indexOf('?') + 1)
}

/** What search engines and other programs read about a page. */
interface AboutPage {
  title: string
  description: string
  /** Its canonical path below the gateway's URL. Undefined: it is not to be indexed. */
  path?: string
}

const usual = 'Find nonprofit organizations by name, place and field of work.'

function aboutPage(page: ServedPage): AboutPage {
  if (page.error) return { title: toTitle(page.error.message), description: usual }
  return about[parsePage(page).page](page.data ?? {}, page)
}

const about: Readonly<
  Record<CurrentPage['page'], (data: NonNullable<Given['data']>, page: ServedPage) => AboutPage>
> = {
  home: () => ({ title: siteTitle, description: usual, path: '' }),
  results(_data, { query }) {
    const view = parseView(new URLSearchParams(query))
    return { title: toTitle(describeSearch(view, chooseUnit(view.near))), description: usual }
  },
  organization(data) {
    const { organization } = data as { organization: Organization }
    return {
      title: toTitle(toPageTitle(organization)),
      description: `${toDisplayName(organization.name)}: ${summarize(organization)}`,
      path: toPagePath(organization),
    }
  },
  landing(data, { path }) {
    const title = toLandingTitle(path, data as LandingData)
    const { total, results } = data as LandingData
    const names = results
      .slice(0, 3)
      .map(({ name }) => toDisplayName(name))
      .join('; ')
    const description = `${title}: ${formatCounted(total, 'organization')}, such as ${names}.`
    return { title: toTitle(title), description, path }
  },
}

interface HeadProps {
  about: AboutPage
  url: string
  jsonLd: object | undefined
}

function Head({ about: { title, description, path }, url, jsonLd }: HeadProps) {
  const address = path === undefined ? undefined : `${url}/${path}`
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {address === undefined && <meta name="robots" content="noindex" />}
      {address !== undefined && <link rel="canonical" href={address} />}
      {address !== undefined && <meta property="og:url" content={address} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteTitle} />
      {jsonLd && <Data type="application/ld+json" data={jsonLd} />}
    </>
  )
}

interface DataProps {
  id?: string
  type?: string
  data: object
}

/** Data as JSON in a document. No text in it can close the element. */
function Data({ id, type = 'application/json', data }: DataProps): ComponentChildren {
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script id={id} type={type} dangerouslySetInnerHTML={{ __html }} />
}
