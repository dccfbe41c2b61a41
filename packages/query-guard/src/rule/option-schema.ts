/** JSON Schema of an option. Its text is shown to operators. */
export type OptionSchema = {
  description: string
  type?: string | string[]
  default?: unknown
} & Record<string, unknown>
