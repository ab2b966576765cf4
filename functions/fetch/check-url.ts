import { isIP } from 'node:net'
import { FetchRefused } from './fetch-refused.ts'
import { isPublicAddress } from './is-public-address.ts'

const MAX_URL_LENGTH = 8192
const LOOPBACK_ORIGIN = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}$/

/** A URL that may be fetched, and whether it is on an origin that is exempt from the address rule. */
export type CheckedUrl = { url: URL; exempt: boolean }

/** Origins that need be neither https nor public. */
export type ExemptOrigins = {
  /** The one origin `http://127.0.0.1:<port>` that clients may name, in a local run. */
  allowLoopbackOrigin?: string | undefined
  /** An origin of the operator's choice, never one that a client names. */
  allowPrivateOrigin?: string | undefined
}

/**
 * Parses a URL by the WHATWG URL Standard, as the connection will, so that unusual notations of an address (octal, hex,
 * integer) are seen in their normal form. Throws `FetchRefused` unless the URL is on an exempt origin, or is https on
 * port 443, without credentials and without a literal non-public address.
 */
export function checkUrl(
  text: string,
  { allowLoopbackOrigin, allowPrivateOrigin }: ExemptOrigins = {},
): CheckedUrl {
  const url = parse(text)
  if (url.username !== '' || url.password !== '') throw refused('it holds credentials')
  if (allowLoopbackOrigin !== undefined && url.origin === loopbackOrigin(allowLoopbackOrigin)) {
    return { url, exempt: true }
  }
  if (allowPrivateOrigin !== undefined && url.origin === allowPrivateOrigin) {
    return { url, exempt: true }
  }
  if (url.protocol !== 'https:') throw refused('it is not https')
  if (url.port !== '') throw refused('its port is not 443')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new FetchRefused('address', `The host ${url.hostname} is not a public address.`)
  }
  return { url, exempt: false }
}

function parse(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw refused(`it is longer than ${MAX_URL_LENGTH} characters`)
  const url = URL.parse(text)
  if (!url) throw refused('it is not an absolute URL')
  return url
}

/** The exempt origin must be a server on this machine; any other value is a wrong deployment. */
function loopbackOrigin(text: string): string {
  if (!LOOPBACK_ORIGIN.test(text)) throw new Error('A loopback origin is http://127.0.0.1:<port>.')
  return new URL(text).origin
}

function refused(rule: string) {
  return new FetchRefused('url', `The URL is refused: ${rule}.`)
}
