export type { Understood } from './answer.js'
export type { AllPagesBody, ExportBody, SearchBody } from './body.js'
export { type ClientOptions, DirectoryClient } from './client.js'
export { errorCodes, type KnownErrorCode } from './error-codes.js'
export {
  ApiError,
  DirectoryError,
  type EngineReason,
  type ErrorCode,
  NetworkError,
  type RefusingLimit,
  TimeoutError,
} from './errors.js'
export type { ApiKeys } from './keys.js'
export type { RetryOptions } from './retry.js'
export type {
  AnswerNotes,
  Box,
  FacetCount,
  FindParameters,
  FoundPage,
  FoundPlace,
  Suggestion,
  WithDistance,
} from './templates.js'
export type * from './types.js'
