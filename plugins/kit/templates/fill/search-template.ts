import type { Parameter } from '../parameters/parameter.js'
import type { Fragment } from './compile.js'

/** Counts that callers may ask for. */
export interface Facet {
  aggregation: Fragment
  /** Parameters that it counts without, so that it has the values that are not chosen, too. */
  without: readonly string[]
}

/** A search template, compiled. */
export interface SearchTemplate {
  /** Of its file, without `.yml`. */
  name: string
  title: string
  description: string
  index: string
  /** By name; those that its fields and facets bring along included. */
  parameters: ReadonlyMap<string, Parameter>
  body: Fragment
  /** Fields that an answer may contain. */
  fields: readonly string[]
  facets: ReadonlyMap<string, Facet>
  /** Whether its parameter `size` is the number of hits. */
  isSized: boolean
  /** Seconds. */
  maxAge: number
  /** What `data` of an answer is: a search result, its first hit, or its hits alone. */
  answer: { kind: 'page' } | { kind: 'one' | 'list'; name: string }
  /** The type of schema.org that its JSON-LD has, if it is answered as such, too. */
  jsonLd: string | undefined
  /** The tool that it is for MCP clients, if it is one. */
  mcp: { name: string; maxBytes: number } | undefined
}
