import { pagePathOf } from '../../../directory/fields/page-path.js'
import { escaped } from '../../kit/escaped.js'
import type { RowPage } from '../export/page.js'
import { type Listed, listedIn } from './listed.js'
import type { Part } from './parts.js'

export const type = 'application/xml; charset=utf-8'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** The index of the parts. @param address That of the sitemap, to which parts add their number. */
export function indexOf(parts: readonly Part[], address: string): string {
  const entries = parts.map(({ changedAt }, i) =>
    entryOf('sitemap', `${address}?part=${i + 1}`, changedAt),
  )
  return `${declaration}\n<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

/** A part, piece by piece, each after its page was read. @param url That of the gateway. */
export async function* urlsOf(pages: AsyncIterable<RowPage>, url: string): AsyncGenerator<string> {
  let head = `${declaration}\n<urlset ${namespace}>\n`
  for await (const page of pages)
    for await (const piece of listedIn(page)) {
      const entries = piece.map((one) => entryOf('url', `${url}/${pagePathOf(one)}`, one.changedAt))
      yield head + entries.join('')
      head = ''
    }
  yield `${head}</urlset>\n`
}

function entryOf(name: string, address: string, changedAt: Listed['changedAt']): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${w3cOf(changedAt)}</lastmod>`
  return `<${name}><loc>${escaped(address)}</loc>${changed}</${name}>\n`
}

/** A time as W3C writes it, in whole seconds. */
const w3cOf = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')
