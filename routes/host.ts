import { escapeRegExp, parseUrl } from '../kit/config/texts.js'

/**
 * Whether a Host header matches a host of an endpoint, as in the package vhost, which
 * express-gateway uses: without its port, in any case; `*` matches a label or a part of one.
 */
export function hostTest(host: string): (header: string | undefined) => boolean {
  if (host === '*') return () => true
  const form = new RegExp(`^${escapeRegExp(host).replaceAll('\\*', '[^.]+')}$`, 'i')
  return (header) => header !== undefined && form.test(withoutPort.exec(header)![0])
}

const withoutPort = /^(?:\[[^\]]*\])?[^:]*/

const hostForm = /^([a-z0-9_*-]+(\.[a-z0-9_*-]+)*\.?|\[[0-9a-f:.]+\])$/i

/**
 * Why a host of an endpoint matches no request, and what may be meant. It is compared with the name
 * in the Host header, without its port and in any case; `*` matches a label or a part of one.
 */
export function hostMistake(host: string): { message: string; remedy: string } | undefined {
  if (hostForm.test(host)) return undefined
  const message = 'no request can have this host'
  const meant = intendedHost(host)
  return {
    message,
    remedy:
      meant === undefined
        ? 'write a name such as directory.example.org, or "*"'
        : `write "${meant}"`,
  }
}

/** Without scheme, port and path, and in the letters that are sent over the wire. */
function intendedHost(host: string): string | undefined {
  const [bare = ''] = host
    .replace(/[“”„‘’«»]/g, '') // quotes of a word processor are letters to YAML
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .split(/[/?#]/)
  const url = `http://${bare.replaceAll('*', 'any-label')}`
  const meant = parseUrl(url)?.hostname.replaceAll('any-label', '*')
  return meant !== undefined && hostForm.test(meant) ? meant : undefined
}
