const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}(?=\/|$)/

/** The origin of a URL of this machine, which the service of a local run may post to; undefined for any other URL. */
export function loopbackOrigin(url: string): string | undefined {
  return LOOPBACK.exec(url)?.[0]
}
