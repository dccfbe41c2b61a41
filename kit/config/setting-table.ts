/** A setting: an environment variable, or the file that NAME_FILE names. */
interface Setting {
  default?: string
  /** The port that its default, a URL on this machine, follows. */
  urlOfPort?: string
  /** What every start checks; others are checked by the code that reads them. */
  kind?: 'host' | 'port' | 'count' | 'seconds' | 'switch'
  /** Whether its value is never shown. */
  isSecret?: true
  /** The default as docs/configuration.md says it, where it is no single value. */
  shownDefault?: string
  /** For docs/configuration.md. One without is explained in the row of the next one that has it. */
  doc?: string
}

/**
 * All settings, by their sections of docs/configuration.md, whose tables `npm run docs` writes. A
 * variable that only the YAML names is none of them.
 */
export const settingTable: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  Gateway: {
    HOST: { default: '127.0.0.1', kind: 'host' },
    PORT: { default: '8080', kind: 'port', doc: 'the public listener' },
    TLS_CERT: {},
    TLS_KEY: { doc: 'paths of PEM files: TLS on the public listener' },
    ADMIN_HOST: { default: '127.0.0.1', kind: 'host' },
    ADMIN_PORT: {
      ...{ default: '8081', kind: 'port' },
      doc: 'the admin listener: `/healthz`, `/readyz`, `/metrics`, `/status`, `/usage`',
    },
    PROBE_HOST: { default: '127.0.0.1', kind: 'host' },
    PROBE_PORT: {
      kind: 'port',
      doc:
        'with a port: a listener of `/healthz`, `/readyz` and `/metrics` alone, for probes and a ' +
        'Prometheus of other machines ([kubernetes.md](kubernetes.md))',
    },
    WORKERS: {
      default: '1',
      doc:
        'processes that serve the public port, 1 to 64, or `auto` for one per core ' +
        '([processes.md](processes.md))',
    },
    REQUESTS_PER_MINUTE: { shownDefault: '600' },
    VISITOR_REQUESTS_PER_MINUTE: { shownDefault: '120' },
    LOGINS_PER_MINUTE: {
      shownDefault: '30; `npm start` outside of production: 60000, 60000, 300',
      doc:
        'requests of one address and of one owner; of one address without a credential; logins ' +
        'and sign-ups of one address ([limits.md](limits.md#rate-limits))',
    },
    PUBLIC_PAGES: {
      ...{ default: 'true', shownDefault: 'true (`false` in compose)' },
      doc:
        '`false`: the pages (`/`, `/llms.txt`, `/llms-full.txt`, `/docs`, `/try`, `/robots.txt`, ' +
        '`/sitemap.xml`) are answered as if they did not exist',
    },
    ACCESS_LOG: {
      ...{ default: 'on', kind: 'switch' },
      doc: '`off`: no log line for each request ([operating.md](operating.md#monitoring))',
    },
    DECISIONS: {
      ...{ default: 'on', kind: 'switch' },
      doc:
        '`off`: workers keep none of their ' +
        '[last requests](changing-policies.md#what-is-replayed), so nothing is replayed',
    },
    SEARCH_TERMS: {
      ...{ default: 'on', kind: 'switch' },
      doc: '`off`: the gateway counts no [search terms](limits.md#search-terms)',
    },
  },
  'Gateway and auth service': {
    CONFIG_DIR: { default: './config', doc: 'the folder of the YAML files' },
    DATA_DIR: {
      default: './data',
      doc:
        'the store, the secrets, and the data loaded into the embedded engine; of the gateway, the ' +
        'secrets, the counts of [long rate limits](limits.md#long-windows) ' +
        'and [usage](limits.md#for-operators)',
    },
    NODE_ENV: {
      doc:
        '`production`: no part creates a demo user or uses the embedded engine, and the check is ' +
        'stricter ([below](#the-check))',
    },
    TRUSTED_PROXIES: {
      default: 'loopback',
      doc: 'the proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted',
    },
    MAX_CONNECTIONS: {
      ...{ default: '10000', kind: 'count' },
      doc: 'connections open at once on each listener; further ones get OVERLOADED or are closed',
    },
    MAX_CONNECTIONS_PER_ADDRESS: {
      ...{ default: '4096', kind: 'count' },
      doc: 'the same for one address (IPv6: for one /64); TRUSTED_PROXIES are exempt',
    },
    RATE_LIMIT_STORE: { default: 'memory' },
    REDIS_URL: {
      isSecret: true,
      doc:
        '`redis`: gateways on several machines share their limits in the Redis at REDIS_URL, and ' +
        'auth services their limits of sign-ups ([limits.md](limits.md))',
    },
    SERVICE_SECRET: { isSecret: true },
    OPERATOR_SECRET: {
      ...{ isSecret: true, shownDefault: 'created by the first start, kept in DATA_DIR/secrets' },
      doc:
        '32 characters or more; set them when gateway, command line and auth service do not share ' +
        'DATA_DIR',
    },
    PUBLIC_URL: {
      doc:
        'the URL of the gateway as people open it, `https://` or on loopback; links in mails begin ' +
        'with it. Needed for sign-up and for mail ([auth-service.md](auth-service.md#accounts)), ' +
        'and for logins of the pages where a proxy changes `Host`. The guides name it, else the ' +
        'host of the request',
    },
    SHUTDOWN_DELAY: {
      ...{ default: '0', kind: 'seconds' },
      doc:
        'seconds between SIGTERM, when the readiness of a gateway or an auth service begins to ' +
        'fail, and the end of its port, at most 3600 ' +
        '([operating.md](operating.md#behind-a-load-balancer)). `npm start` has none',
    },
    LOG_LEVEL: { default: 'info', doc: 'trace, debug, info, warn, error, fatal or silent' },
    METRICS: {
      ...{ default: 'on', kind: 'switch' },
      doc: '`off`: no `/metrics` ([metrics.md](metrics.md)) of gateway and auth service',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: { shownDefault: 'none: no traces' },
    OTEL_EXPORTER_OTLP_HEADERS: {
      isSecret: true,
      doc:
        'where traces are sent by OTLP, such as `http://127.0.0.1:4318`, and with which headers, ' +
        'such as a credential ([telemetry.md](telemetry.md))',
    },
  },
  'Auth service': {
    AUTH_HOST: { default: '127.0.0.1', kind: 'host' },
    AUTH_PORT: {
      ...{ default: '8082', kind: 'port' },
      doc: 'the listener for public calls, reached through the gateway',
    },
    AUTH_SERVICE_URL: {
      ...{ urlOfPort: 'AUTH_PORT', shownDefault: 'http://127.0.0.1 at AUTH_PORT' },
      doc: 'where the gateway finds it; several URLs are comma separated',
    },
    AUTH_INTERNAL_PORT: {
      ...{ default: '8084', kind: 'port' },
      doc: 'the listener for the gateway and the command line; never routed',
    },
    AUTH_INTERNAL_URL: {
      ...{
        urlOfPort: 'AUTH_INTERNAL_PORT',
        shownDefault: 'http://127.0.0.1 at AUTH_INTERNAL_PORT',
      },
      doc: 'where they find it; several URLs are comma separated',
    },
    AUTH_PROBE_PORT: {
      ...{ kind: 'port' },
      doc: 'with a port: a listener of probes and metrics alone, at AUTH_HOST',
    },
    AUTH_STORE: {
      default: 'lowdb',
      doc: '`lowdb`: a file in DATA_DIR. `elasticsearch`: an index, for several auth services at once',
    },
    AUTH_INDEX: {
      default: 'directory-auth',
      doc:
        'the index of `AUTH_STORE=elasticsearch`. Set it for the gateway too, which refuses index ' +
        'prefixes that reach it',
    },
    AUTH_ELASTICSEARCH_URL: {
      doc:
        'the nodes that hold AUTH_INDEX. With AUTH_STORE set for the gateway too, and a credential ' +
        'of its own, it keeps [usage](limits.md#for-operators) there',
    },
    AUTH_ELASTICSEARCH_API_KEY: { isSecret: true },
    AUTH_ELASTICSEARCH_USERNAME: {},
    AUTH_ELASTICSEARCH_PASSWORD: { isSecret: true, doc: 'the key; or user and password' },
    AUTH_ELASTICSEARCH_CA: { doc: 'the path of a PEM file' },
    PASETO_SECRET_KEY: {
      ...{ isSecret: true, shownDefault: 'none: a random one' },
      doc: 'first start only: the signing key of the tokens, `k4.secret.…`',
    },
    SMTP_URL: { isSecret: true, shownDefault: 'none: no mail' },
    MAIL_FROM: {
      doc:
        'the mail server, `smtps://user:password@host`, or `smtp://` with STARTTLS (in clear on ' +
        'loopback only); and the sender, such as `Directory <directory@example.org>`',
    },
    BOOTSTRAP_EMAIL: { shownDefault: 'none: a demo user under `npm start`' },
    BOOTSTRAP_PASSWORD: { isSecret: true, doc: 'first start only: a user with the role admin' },
  },
  'Search engine': {
    ELASTICSEARCH_URL: {
      shownDefault: 'none: `npm start` uses the embedded engine; the gateway alone needs a value',
      doc: 'one or more nodes, comma separated',
    },
    ELASTICSEARCH_API_KEY: { isSecret: true },
    ELASTICSEARCH_USERNAME: {},
    ELASTICSEARCH_PASSWORD: { isSecret: true, doc: 'the key; or user and password' },
    ELASTICSEARCH_CA: { doc: 'the path of a PEM file' },
    ENGINE_PORT: { default: '8083', kind: 'port', doc: 'the port of the embedded engine' },
    ENGINE_SAMPLE: {
      shownDefault: '`directory/loader/example/irs-extract.csv`',
      doc: 'file of the organizations that exist until data is loaded; `0`: none',
    },
  },
}

/** Set by `npm start` for its own parts: neither listed in the docs nor for operators. */
const secretsBetweenParts = ['DEMO_PASSWORD']

const all = Object.entries(
  Object.assign({}, ...Object.values(settingTable)) as Readonly<Record<string, Setting>>,
)

/** Defaults of the settings. A variable that is not listed has none. */
export const defaults: Readonly<Record<string, string>> = Object.fromEntries(
  all.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
)

/** URLs of our own parts, and the ports that their defaults follow. */
export const portsOfUrls: ReadonlyMap<string, string> = new Map(
  all.flatMap(([name, { urlOfPort }]) => (urlOfPort ? [[name, urlOfPort] as const] : [])),
)

/** Settings that are always secrets. */
export const secretNames: readonly string[] = [
  ...all.filter(([, { isSecret }]) => isSecret).map(([name]) => name),
  ...secretsBetweenParts,
]
