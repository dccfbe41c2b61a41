/** Tests on top of Node's own servers, sockets and workers: they run on the latest Node too. */
const nearNode =
  'test/(http/gateway/(bodies|parser|smuggling|targets)|process/gateway/(reload|tls|workers)|' +
  'http/plugins/(compression|upstream)|unit/(edge|kit/(http|process|redis)|plugins/kit)/)'

export interface Suite {
  name: string
  /** A command that takes arguments of Jest. Where it needs a program that is away, it says so. */
  command: string
  /** Major version of Node, where it is not the installed one. */
  node?: number
}

/** The suites of continuous integration, in order. */
export const suites: readonly Suite[] = [
  { name: 'node-20', command: 'npm test --' },
  { name: 'process', command: 'npm run --silent test:process --' },
  { name: 'embedded-engine', command: 'npm run --silent test:embedded-engine --' },
  {
    name: 'node-26',
    node: 26,
    command: `npx jest --selectProjects unit http process --testPathPatterns '${nearNode}'`,
  },
  // needs Node 22
  {
    name: 'conformance',
    node: 26,
    command: 'npx jest --selectProjects clients --testPathPatterns conformance',
  },
  { name: 'smoke', command: 'npm run --silent test:smoke --' },
  { name: 'redis', command: 'npm run --silent test:redis --' },
  { name: 'browser', command: 'npm run --silent test:browser --' },
  { name: 'clients', command: 'npm run --silent test:clients --' },
  { name: 'engine', command: 'npm run --silent test:engine --' },
]
