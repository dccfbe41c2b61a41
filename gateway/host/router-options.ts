/**
 * Options of the host's routers: paths match exactly, as everywhere else. By default Express
 * ignores letter case and a trailing slash, so that `/things/1/` would run the pipeline of
 * `/things/:id` instead of that of `/things/*`.
 */
export const routerOptions = { caseSensitive: true, strict: true } as const
