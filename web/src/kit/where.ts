import type { Meta } from '../../../packages/client/src/answer.js'
import { ApiError } from '../../../packages/client/src/errors.js'

/** Data that the gateway has put into the document of a page, so that no call loads it. */
export interface Given {
  /** The pages of the gateway by name, as paths. */
  pages?: Record<string, string>
  /** Where readers report mistakes: an address of mailto: or https:. */
  contact?: string
  /** `data` and `meta` of the answer that the page shows. */
  data?: object
  meta?: Meta
  /** The error that it shows instead. */
  error?: {
    code: string
    message: string
    status: number
    details: Record<string, unknown>
    requestId: string
  }
}

/** A page as it is made on the gateway. */
export interface ServedPage extends Given {
  /** The way from the page to the gateway's own path, such as `..`. */
  base: string
  /** Below the gateway's own path, without a slash at its start. */
  path: string
  /** With its question mark, or empty. */
  query: string
}

/** The page that is being rendered. Undefined in a browser. Rendering never waits. */
let served: ServedPage | undefined

/** Whether this is a browser: the gateway has no document. */
export const isBrowser = typeof document !== 'undefined'

/**
 * The gateway of this page, also below a path of a proxy. Without a slash at its end. Pages that
 * are not next to `/` say where it is.
 */
export let baseUrl = isBrowser
  ? new URL(document.documentElement.dataset.base ?? '.', location.href).href.replace(/\/$/, '')
  : ''

/** The path and the query of the page, without the fragment. */
export const getPath = () =>
  served ? `/${served.path}${served.query}` : location.pathname + location.search

/** The path of the page below that of the gateway, without a slash at its start, and its query. */
export function getAddress(): { path: string; query: string } {
  if (served) return served
  const { pathname, search } = location
  return {
    path: pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length + 1),
    query: search,
  }
}

const first = isBrowser ? getPath() : ''
const element = isBrowser ? document.getElementById('given') : null
const inDocument: Given = element ? JSON.parse(element.textContent!) : {}

/** The pages of the gateway, where the document says them. */
export const getGivenPages = () => (served ?? inDocument).pages

/** Where readers report mistakes, if the operator has said it. */
export const getContact = () => (served ?? inDocument).contact

/** Data with its meta data. */
export type WithAbout<Data> = Data & { about: Meta }

/** The answer or the error in the document, if it belongs to the current page. */
export function getGivenAnswer<Data>(): { data?: WithAbout<Data>; error?: ApiError } | undefined {
  if (!served && getPath() !== first) return undefined
  const { data, meta = {}, error } = served ?? inDocument
  // the document was made without a login, but calls may have one
  if (isBrowser && error?.status === 401) return undefined
  if (error) return { error: new ApiError(error.code, error.message, error) }
  return data && { data: { ...(data as Data), about: meta } }
}

/** Renders a page on the gateway. */
export function renderServed<Made>(page: ServedPage, make: () => Made): Made {
  served = page
  baseUrl = page.base
  try {
    return make()
  } finally {
    served = undefined
  }
}
