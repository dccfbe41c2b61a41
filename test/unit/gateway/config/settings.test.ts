import { readGatewaySettings } from '../../../../gateway/config/settings.js'

test.each<[string, NodeJS.ProcessEnv, RegExp]>([
  ['a port that is none', { PORT: 'http' }, /^PORT must be a port/],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be trace, .* or silent$/],
  ['metrics neither on nor off', { METRICS: 'yes' }, /^METRICS must be on or off$/],
  ...['-1', '1.5', '3601', '5s'].map((value): [string, NodeJS.ProcessEnv, RegExp] => [
    `SHUTDOWN_DELAY ${value}`,
    { SHUTDOWN_DELAY: value },
    /^SHUTDOWN_DELAY must be a whole number of seconds between 0 and 3600$/,
  ]),
  ...['0.0.0.0:8080', '[::1]', 'http://0.0.0.0', 'a b', '*'].flatMap((value) =>
    ['HOST', 'ADMIN_HOST', 'PROBE_HOST'].map((name): [string, NodeJS.ProcessEnv, RegExp] => [
      `${name} ${value}`,
      { [name]: value },
      new RegExp(`^${name} must be an address or a name of this machine, .* without scheme, port`),
    ]),
  ),
  ['half of TLS', { TLS_CERT: '/nowhere' }, /set both TLS_CERT and TLS_KEY/],
  [
    'no certificate',
    { TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' },
    /^TLS_CERT: cannot read \/nowhere \(ENOENT\)/,
  ],
  [
    'a certificate that is none',
    { TLS_CERT: 'package.json', TLS_KEY: 'package.json' },
    /^TLS_CERT and TLS_KEY must name/,
  ],
])('%s is refused in one line', (_, settings, says) => {
  const env = jest.replaceProperty(process, 'env', settings)
  expect(() => readGatewaySettings()).toThrow(says)
  env.restore()
})
