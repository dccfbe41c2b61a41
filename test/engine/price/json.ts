/** A parsed JSON value, of whatever form a generated body has. */
// biome-ignore lint/suspicious/noExplicitAny: bodies are made and changed at every depth
export type Json = any
