import { isWeakSecret } from '../../kit/config/secret-forms.js'
import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import {
  AccessError,
  type AccessNames,
  type AccessValues,
  accessOf,
} from '../../kit/elasticsearch/access.js'
import { isLoopback } from '../../kit/http/address.js'
import type { ParamSchema } from './policy.js'

/** Absent, empty and null all mean: not set. */
const optionalText = { type: ['string', 'null'] }

/** How a step reaches the engine, as parameters. */
export const accessParams: Readonly<Record<keyof AccessNames, ParamSchema>> = {
  nodes: {
    type: 'string',
    minLength: 1,
    description: 'URLs of the Elasticsearch nodes, comma separated.',
  },
  apiKey: {
    ...optionalText,
    description: 'API key (encoded form) of an account that may only read.',
  },
  username: { ...optionalText, description: 'User name, instead of an API key.' },
  password: { ...optionalText, description: 'Password of that user.' },
  ca: {
    ...optionalText,
    description: 'Path of a PEM file with the certificate authority of the nodes.',
  },
}

/** The parameters by their own names, for messages. */
export const accessNames: AccessNames = {
  nodes: 'nodes',
  apiKey: 'apiKey',
  username: 'username',
  password: 'password',
  ca: 'ca',
}

/**
 * For the `check` of a policy with these parameters. @param path Their path within the policy's
 * own.
 */
export function accessMistakes(values: AccessValues, path: Path = []): Diagnostic[] {
  try {
    const { nodes } = accessOf(values, accessNames)
    const warnings: Diagnostic[] = []
    if (
      nodes
        .map((node) => new URL(node))
        .some(({ protocol, hostname }) => protocol === 'http:' && !isLoopback(hostname))
    ) {
      warnings.push({
        path: [...path, 'nodes'],
        rule: 'engine-without-tls',
        message:
          'a node on another machine is reached without TLS: queries and the credential can ' +
          'be read on the network',
        remedy: 'write https://, and set ca for your own certificate authority',
        severity: 'warning',
      })
    }
    if (values.password && isWeakSecret(values.password)) {
      warnings.push({
        path: [...path, 'password'],
        rule: 'secret-default',
        message: '"password" looks like an example',
        remedy: 'set a random one',
        severity: 'warning',
      })
    }
    return warnings
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    const { value, fault, remedy } = error
    return [{ path: [...path, value], rule: 'engine-access', message: fault, remedy }]
  }
}
