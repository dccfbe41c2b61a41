/** A JSON Schema or another part of an OpenAPI document. */
export type OpenApiPart = Readonly<Record<string, unknown>>

/** What a step declares of the GET that it answers, for the OpenAPI document. */
export interface DeclaredOperation {
  operationId: string
  summary: string
  description: string
  parameters: readonly OpenApiPart[]
  /** Schema of `data`. */
  data: OpenApiPart
  /** Whether there may be no such record. */
  mayBeMissing: boolean
  /** Whether it answers as JSON-LD, too. */
  isLinkedData: boolean
  /** Maximum cost of a call. */
  maxCost: number
}
