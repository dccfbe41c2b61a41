/**
 * What operators write here in place of the policies of express-gateway 1.16, by their names
 * (docs/from-express-gateway.md).
 */
export const insteadOf: Readonly<Record<string, string>> = {
  'basic-auth':
    'write authenticate: clients send a token or an API key; basicAuth of upstream is for the ' +
    'service',
  cors: 'write cors: { origins: […] } at the top, or in the envelope of a pipeline',
  expression: 'write a policy of your own, docs/own-policies.md',
  headers: 'write headers: { request: { set: { … } } } in upstream',
  jwt: 'write authenticate; for tokens of others a policy of your own that provides caller',
  'key-auth': 'write authenticate: clients send their key as X-API-Key',
  log: 'remove it: each request has a line in the log',
  oauth2: 'write authenticate: the auth service issues and verifies tokens',
  'oauth2-introspect': 'write a policy of your own that provides caller, docs/own-policies.md',
  proxy: 'write upstream: [{ action: { serviceEndpoint: … } }]',
  'rate-limit':
    'write throttle: [{ action: { by: address, limit: …, windowSeconds: … } }], limit for max',
  'request-transformer':
    'write headers: { request: { set: …, remove: … } } in upstream; bodies pass unchanged',
  'response-transformer':
    'write headers: { answer: { set: …, remove: … } } in upstream, and response: envelope to wrap ' +
    'bodies',
  terminate: 'write a policy of your own that throws an ApiError, docs/own-policies.md',
}
