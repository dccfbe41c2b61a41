import type { Meta } from '../../packages/client/src/answer.js'
import { organizationsPath } from '../../packages/client/src/templates.js'
import type { Organization } from '../../packages/client/src/types.js'
import { useCopy } from '../../web/src/kit/copy.js'
import { baseUrl } from '../../web/src/kit/where.js'
import { citationOf } from './about.js'
import { pageOf } from './address.js'

/** The link, a citation and the JSON of an organization. */
export function TakeAlong({ organization, about }: { organization: Organization; about: Meta }) {
  const { told, copy } = useCopy()
  const url = pageOf(organization)
  return (
    <div class="actions no-print">
      <button type="button" class="small needs-script" onClick={() => copy(url)}>
        Copy link
      </button>
      <button
        type="button"
        class="small needs-script"
        onClick={() => copy(citationOf(organization, url, about))}
      >
        Cite
      </button>
      <a href={`${baseUrl}${organizationsPath}/${encodeURIComponent(organization.id)}`}>JSON</a>
      <span role="status">{told}</span>
    </div>
  )
}
