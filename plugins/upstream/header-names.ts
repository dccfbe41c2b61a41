/**
 * Hop-by-hop fields (RFC 9110 7.6.1; the proxy ones by 11.7), besides those that Connection names.
 */
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

/** Credentials of the caller (docs/api.md, Credentials), including those of browsers. */
export const credentials = ['authorization', 'x-api-key', 'cookie']

/** Fields of the body, which is passed on unchanged. */
export const ofBody = ['content-length', 'content-encoding', 'content-type']

/** Fields that only the gateway may set. */
export const ours = /^(x-caller-.*|x-forwarded(-.*)?|forwarded|x-real-ip|x-request-id)$/

/**
 * Fields that make servers, frameworks and proxies take a request for another one than the gateway
 * has checked: another method, path or host, another address, another user.
 */
const claims = [
  /^x-(http-)?method(-override)?$/,
  /^x-(envoy-)?(original|rewrite|override)-.*$/,
  /^(x-(http-)?host(-override)?|x-(url-)?scheme|front-end-https|(x-)?script-name|(x-)?path-info)$/,
  /^(.*-)?((client|socket)?ip|ipv[46]|addr|external-address)$/,
  /^(x-)?(remote|auth-request|authenticated|webauth|consumer|client-cert|ssl-client|amzn-oidc)-.*$/,
  /^x-(user|email|groups?|roles?|principal|identity|subject)(?!-agent$)(-.*)?$|^x-user(id|name|info)$/,
  /^x-(ms-client-principal|goog-authenticated-user|goog-iap)-.*$|^x-(ms-client-principal|client-cert)$/,
  /^proxy$/, // CGI reads HTTP_PROXY, and sends requests through it
]

/** Whether a header overrides what the gateway has checked. @param name Plain. */
export const isClaim = (name: string): boolean => claims.some((claim) => claim.test(name))

/**
 * Names as read by servers that take any character for `-` or `_`, as CGI does: `X~Caller_Id` is
 * `x-caller-id`.
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '-')
}
