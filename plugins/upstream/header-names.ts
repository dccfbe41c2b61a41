/** Fields that end at the next hop (RFC 9110 7.6.1; the proxy ones by 11.7). Those that Connection names come on top. */
export const hopByHop = [
  ...[
    'connection',
    'keep-alive',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'http2-settings',
  ],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
]

/** What proves who the caller is (docs/api.md, Credentials), and what a browser keeps for the same purpose. */
export const credentials = ['authorization', 'x-api-key', 'cookie']

/** What describes the body, which passes as it is. */
export const ofBody = ['content-length', 'content-encoding', 'content-type']

/** What only we may say. */
export const ours = /^(x-caller-.*|x-forwarded(-.*)?|forwarded|x-real-ip|x-request-id)$/

/**
 * By what servers, frameworks and proxies take a request for another one than the gateway has judged: for another method,
 * path or host, from another address, of another user.
 */
const claims = [
  /^x-(http-)?method(-override)?$/,
  /^x-(envoy-)?(original|rewrite|override)-.*$/,
  /^(x-(http-)?host(-override)?|x-(url-)?scheme|front-end-https|(x-)?script-name|(x-)?path-info)$/,
  /^(.*-)?((client|socket)?ip|ipv[46]|addr|external-address)$/,
  /^(x-)?(remote|auth-request|authenticated|webauth|consumer|client-cert|ssl-client|amzn-oidc)-.*$/,
  /^x-(ms-client-principal|goog-authenticated-user|goog-iap)-.*$|^x-(ms-client-principal|client-cert)$/,
  /^proxy$/, // CGI reads HTTP_PROXY, and asks through it
]

/** Whether a header claims what the gateway has judged. @param name Plain. */
export const isClaim = (name: string): boolean => claims.some((claim) => claim.test(name))

/** Names as the servers read them that take any sign for `-` or `_`, as CGI does: `X~Caller_Id` is `x-caller-id`. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '-')
}
