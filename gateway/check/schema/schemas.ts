import { configSchema } from '../../../auth-service/config/schema.js'
import { topLevel } from '../../config/config.js'
import type { Facts } from '../../config/steps.js'
import { testFileSchema } from '../../lab/test-schema.js'
import { gatewaySchema } from './gateway.js'
import { withSharedParts } from './shared-parts.js'
import { definitions, type Schema, withVariables } from './variables.js'

const [, ...ofHost] = topLevel['system.config.yml']
const hostSection = {
  type: 'object',
  description: 'Required by express-gateway, not used by our plugins.',
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
const system: Schema = {
  description: 'Which plugins express-gateway loads.',
  type: 'object',
  properties: {
    plugins: {
      type: 'object',
      description: 'Plugins by the name of their policy.',
      additionalProperties: {
        type: 'object',
        description: 'A plugin.',
        properties: {
          package: {
            type: 'string',
            description: 'Path of its module; ${PLUGINS} is the folder of the built plugins.',
          },
        },
        required: ['package'],
      },
    },
    ...Object.fromEntries(ofHost.map((name) => [name, hostSection])),
  },
  required: ofHost,
  additionalProperties: false,
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

/**
 * JSON Schemas of the configuration files, for editors (draft 7, which they support), by file name.
 */
export function schemasOf(facts: Facts): Readonly<Record<string, object>> {
  const whole = (schema: Schema) => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...schema,
  })
  const ofFiles = Object.fromEntries(
    [...facts.policies.values()].flatMap(({ fileSchemas = {} }) =>
      Object.entries(fileSchemas).map(([name, schema]) => [name, whole(schema as Schema)]),
    ),
  )
  return {
    'gateway.config.json': whole(withSharedParts(gatewaySchema(facts))),
    'auth-service.config.json': whole({ ...withVariables(configSchema()), definitions }),
    'system.config.json': whole(system),
    'policy-test.json': whole(testFileSchema),
    ...ofFiles,
  }
}
