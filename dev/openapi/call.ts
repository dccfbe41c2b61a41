import type { ErrorCode } from '../../kit/api/errors.js'
import type { Schema } from './json-schema.js'

/** Bodies as the document shows them, by a name. */
export type Examples = Readonly<Record<string, { summary?: string; value: unknown }>>

/** A call of the public API as the document describes it. */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** False for the original contract; the others are marked as additions. */
  isAddition: boolean
  /** What it takes: nothing, an access token, or an API key too. */
  access: 'none' | 'token' | 'any'
  parameters?: readonly Schema[]
  body?: { schema: Schema; optional?: boolean; examples: Examples }
  /** Status of a good answer, the schema of its `data`, and the headers that come with it. */
  success: Success
  codes: readonly ErrorCode[]
  /** Responses by status, instead of those that the members above describe. */
  responses?: Readonly<Record<string, Schema>>
}

/** A good answer. */
export interface Success {
  status: 200 | 201 | 202
  /**
   * Name of the schema of `data`; `plain` where the answer is JSON but no envelope, `page` where it
   * is HTML, `text` where it is plain text.
   */
  data: string
  /** Whether it is HTML for who asks for that. */
  orPage?: true
  /** Whether the answer also has a note for people. */
  message?: true
  headers?: readonly string[]
}

/** What any call may be answered. */
export const everywhere = [
  'VALIDATION_ERROR',
  'NOT_ACCEPTABLE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA_TYPE',
  'HEADERS_TOO_LARGE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'OVERLOADED',
  'SHUTTING_DOWN',
] as const satisfies readonly ErrorCode[]
/** What a call may be answered that takes a credential. */
export const ofCredentials = ['AUTHENTICATION_REQUIRED', 'TOKEN_EXPIRED', 'UNAUTHORIZED'] as const
/** What a call may be answered that searches, besides. */
export const ofSearches = [...ofCredentials, 'FORBIDDEN', 'SERVICE_UNAVAILABLE'] as const
