import { casesIn } from '../../support/cases.js'

/** A right configuration for the policies of facts.ts. Every case below is one change of it. */
export const right = `apiEndpoints:
  hello: { host: "*", paths: /hello, methods: [GET] }
  things:
    - { host: "*", paths: ["/things", "/things/:id"], methods: [GET, POST] }
    - { host: "*", paths: "/things/:id/parts/*", methods: [DELETE] }

serviceEndpoints:
  far: { url: http://127.0.0.1:9000 }
  near: { urls: ["http://127.0.0.1:9001", "https://example.org/base"] }

policies: [open, limit, identify, permit, rules, find, forward]

pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - open:
      - limit: [{ action: { limit: 6 } }, { action: { limit: 5 }, condition: { name: always } }]
      - forward:
          - action: { serviceEndpoint: far }
  things:
    apiEndpoints: [things]
    policies:
      - open: [{ action: { maxBytes: 10 } }]
      - limit: [{ action: { limit: 5 } }, { action: { limit: "\${PER_HOUR:-50}" } }]
      - identify: []
      - permit: [{ action: { scopes: [a] } }]
      - limit: [{ action: { limit: 5, by: owner } }]
      - rules:
      - find:
`

type Broken = [from: string, to: string, says: string, lines?: number]
/** By name: a change, a part of the message with its remedy, and the line where it is reported. */
export const brokenConfigurations = Object.entries(
  casesIn<Record<string, Broken>>(__dirname, 'broken-configurations.yml'),
)

type Change = [from: string, to: string]
type Open = [...change: Change, at: string, says: string]
const { shared, open, good } = casesIn<{
  shared: Record<string, string>
  open: Record<string, Open>
  good: Record<string, Change>
}>(__dirname, 'open-configurations.yml')

/** Two services more: one elsewhere, one of which only the first address is the auth service's. */
export const moreServices: Change = [
  '\nserviceEndpoints:\n',
  '\nserviceEndpoints:\n  far: { url: "http://127.0.0.1:9300" }\n  mixed: { urls: ' +
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
    '["${AUTH_SERVICE_URL}", "http://127.0.0.1:9300"] }\n',
]

const invisible = ['" name"', '"a b"', '"\\u00a0name"', '"name\\u0007"']

/**
 * Changes of the shipped configuration, by name: what guards nothing although it looks as if it
 * did. Exactly one mistake, reported at the last `at` before the change ends.
 */
export const openConfigurations = [
  ...Object.entries(open),
  ...['allow', 'deny'].flatMap((list) =>
    invisible.map((pattern): [string, Open] => [
      `fields: ${list}: ${pattern}`,
      [shared.fields!, `fields: { ${list}: [tax_code, ${pattern}] }`, pattern, shared.white!],
    ]),
  ),
]

/** What is close to these and is right. */
export const goodNeighbours = Object.entries(good)
