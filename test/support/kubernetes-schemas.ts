import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Schema {
  format?: string
  properties?: Record<string, Schema>
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}

/**
 * Writes the JSON Schemas that kubeconform reads, of each kind of Kubernetes' own OpenAPI document.
 * They are strict: an unknown member is a mistake.
 * @param swagger Path of api/openapi-spec/swagger.json of the Go module k8s.io/kubernetes.
 * @param kinds Those to write.
 * @returns their location, as `-schema-location` takes it.
 */
export function kubernetesSchemas(swagger: string, kinds: Set<string>, folder: string): string {
  const { definitions } = JSON.parse(readFileSync(swagger, 'utf8'), (_, value) => {
    if (value?.format === 'int-or-string') return { type: ['string', 'integer'] }
    const isStrict = value?.type === 'object' && value.properties
    return isStrict ? { ...value, additionalProperties: false } : value
  }) as { definitions: Record<string, Schema> }
  for (const [name, schema] of Object.entries(definitions)) {
    for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? []) {
      if (!kinds.has(kind)) continue
      const file = [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase()
      const whole = { $ref: `#/definitions/${name}`, definitions }
      writeFileSync(join(folder, `${file}.json`), JSON.stringify(whole))
    }
  }
  return `${folder}/{{ .ResourceKind }}{{ .KindSuffix }}.json`
}
