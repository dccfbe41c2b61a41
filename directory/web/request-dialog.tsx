import type { FindParameters } from '../../packages/client/src/templates.js'
import { useLoaded } from '../../web/src/kit/action.js'
import { Requests } from '../../web/src/kit/requests.js'
import { baseUrl } from '../../web/src/kit/where.js'
import { find } from './calls.js'
import { requestsOf } from './requests.js'

interface RequestDialogProps {
  parameters: FindParameters
  onClose(): void
}

/** The request behind the results. The search that the API makes of it joins when it is there. */
export function RequestDialog({ parameters, onClose }: RequestDialogProps) {
  const { data } = useLoaded((signal) => find({ ...parameters, explain: true }, signal, []), '')
  return <Requests requests={requestsOf(baseUrl, parameters, data?.search)} onClose={onClose} />
}
