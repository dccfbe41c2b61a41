import type { FindQuestion } from '../../../packages/client/src/questions.js'
import { useLoaded } from '../kit/action.js'
import { baseUrl } from '../kit/api.js'
import { Requests } from '../kit/requests.js'
import { find } from './calls.js'
import { requestsOf } from './requests.js'

interface RequestDialogProps {
  question: FindQuestion
  onClose(): void
}

/** The request behind the results. The search that the API makes of it joins when it is there. */
export function RequestDialog({ question, onClose }: RequestDialogProps) {
  const { data } = useLoaded((signal) => find({ ...question, explain: true }, signal, []), '')
  return <Requests requests={requestsOf(baseUrl, question, data?.search)} onClose={onClose} />
}
