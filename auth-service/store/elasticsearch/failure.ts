import { errors } from '../../../kit/elasticsearch/client.js'
import { StoreError } from '../errors.js'

/** The part of an Elasticsearch answer that describes a failure. */
export interface FailedAnswer {
  status?: number | undefined
  /** Its name for the error, e.g. `index_not_found_exception`. */
  type?: string | undefined
}

/**
 * The failure of a refusal. At its disk's flood-stage watermark Elasticsearch answers every write
 * with 429.
 */
export function toStoreError(
  index: string,
  { status, type }: FailedAnswer,
  cause?: unknown,
): StoreError {
  const store = `the auth store in the Elasticsearch index ${index}`
  const options = cause === undefined ? undefined : { cause }
  if (status === 429 && type === 'cluster_block_exception') {
    return new StoreError(
      'full',
      `${store} takes no writes: its disk is full, free some space`,
      options,
    )
  }
  if (status === 429) return new StoreError('busy', `${store} is overloaded (${type})`, options)
  return new StoreError(
    'away',
    `${store} cannot be used (${type ?? status ?? 'no answer'})`,
    options,
  )
}

/** The failure behind an error of the client. */
export function failureBehind(index: string, thrown: unknown): StoreError {
  const refusal = thrown instanceof errors.ResponseError ? readRefusal(thrown) : {}
  return toStoreError(index, refusal, thrown)
}

function readRefusal({
  statusCode,
  body,
}: InstanceType<typeof errors.ResponseError>): FailedAnswer {
  const type = (body as { error?: { type?: unknown } } | undefined)?.error?.type
  return { status: statusCode, type: typeof type === 'string' ? type : undefined }
}
