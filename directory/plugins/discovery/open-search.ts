import { escaped } from '../../../plugins/kit/escaped.js'

export const openSearchType = 'application/opensearchdescription+xml; charset=utf-8'

/**
 * The description by which browsers add the directory to their search engines (OpenSearch 1.1).
 * @param url That of the gateway.
 */
export function openSearchOf(url: string): string {
  const base = escaped(url)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Nonprofits</ShortName>
<LongName>Nonprofit Organization Directory</LongName>
<Description>Find nonprofit organizations by name, place and field of work.</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${base}/favicon.ico</Image>
<Url type="text/html" template="${base}/?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>
</OpenSearchDescription>
`
}
