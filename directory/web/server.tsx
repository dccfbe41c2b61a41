import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Organization } from '../../packages/client/src/types.js'
import { counted } from '../../web/src/kit/format.js'
import { siteTitle, titled } from '../../web/src/kit/title.js'
import { type Given, type ServedPage, serve } from '../../web/src/kit/where.js'
import { pagePathOf } from '../fields/page-path.js'
import { App } from './app.js'
import { findPathOf } from './calls.js'
import { type LandingData, landingTitleOf } from './home/landing.js'
import { type Shown, shownBy } from './navigation/pages.js'
import { homeFacets, homeParameters, parametersOf, viewOf } from './navigation/view.js'
import { unitOf } from './text/distance.js'
import { pageTitleOf, summaryOf } from './text/facts.js'
import { readable } from './text/names.js'
import { titleOf } from './text/search.js'

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
  return serve(page, () => {
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
      ? findPathOf(homeParameters, homeFacets)
      : findPathOf(parametersOf(viewOf(new URLSearchParams(query))))
  return path.slice(path.indexOf('?') + 1)
}

/** What other programs are told of a page. */
interface AboutPage {
  title: string
  description: string
  /** Its canonical address below the gateway's URL; undefined: it is none to keep. */
  path?: string
}

const usual = 'Find nonprofit organizations by name, place and field of work.'

function aboutPage(page: ServedPage): AboutPage {
  if (page.error) return { title: titled(page.error.message), description: usual }
  return about[shownBy(page).page](page.data ?? {}, page)
}

const about: Readonly<
  Record<Shown['page'], (data: NonNullable<Given['data']>, page: ServedPage) => AboutPage>
> = {
  home: () => ({ title: siteTitle, description: usual, path: '' }),
  results(_data, { query }) {
    const view = viewOf(new URLSearchParams(query))
    return { title: titled(titleOf(view, unitOf(view.near))), description: usual }
  },
  organization(data) {
    const { organization } = data as { organization: Organization }
    return {
      title: titled(pageTitleOf(organization)),
      description: `${readable(organization.name)}: ${summaryOf(organization)}`,
      path: pagePathOf(organization),
    }
  },
  landing(data, { path }) {
    const title = landingTitleOf(path, data as LandingData)
    const { total, results } = data as LandingData
    const names = results.slice(0, 3).map(({ name }) => readable(name))
    const description = `${title}: ${counted(total, 'organization')}, such as ${names.join('; ')}.`
    return { title: titled(title), description, path }
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

/** Data in a document. No text of it can end the element. */
function Data({ id, type = 'application/json', data }: DataProps): ComponentChildren {
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script id={id} type={type} dangerouslySetInnerHTML={{ __html }} />
}
