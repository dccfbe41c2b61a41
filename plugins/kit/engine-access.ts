import type { AccessNames } from '../../kit/elasticsearch.js'
import type { ParamSchema } from './policy.js'

/** Absent, empty and null all mean: not set. */
const optionalText = { type: ['string', 'null'] }

/** How a step reaches the engine, as parameters. */
export const accessParams: Readonly<Record<keyof AccessNames, ParamSchema>> = {
  nodes: { type: 'string', minLength: 1, description: 'URLs of the Elasticsearch nodes, comma separated.' },
  apiKey: { ...optionalText, description: 'API key (encoded form) of an account that may only read.' },
  username: { ...optionalText, description: 'User name, instead of an API key.' },
  password: { ...optionalText, description: 'Password of that user.' },
  ca: { ...optionalText, description: 'Path of a PEM file with the authority that signed the nodes’ certificates.' },
}

/** The parameters by their own names, for messages. */
export const accessNames: AccessNames = {
  nodes: 'nodes',
  apiKey: 'apiKey',
  username: 'username',
  password: 'password',
  ca: 'ca',
}
