import type { IncomingMessage } from 'node:http'
import { type ErrorCode, errorCodeHeader, errorKinds } from '../../kit/api/errors.js'

/**
 * Takes the code of a refusal off an answer of the auth service, which is passed on unread: for log
 * and metrics. Only codes that are known count.
 */
export function takeErrorCode({ headers }: IncomingMessage): ErrorCode | undefined {
  const { [errorCodeHeader]: code } = headers
  delete headers[errorCodeHeader]
  return isErrorCode(code) ? code : undefined
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorKinds, code)
}
