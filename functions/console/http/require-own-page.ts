import { Failure } from '../../../catalog/failures/failure.ts'

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Refuses a request that another site's page, or a page of another port of this machine, makes the browser send.
 * Cookies know no ports, and SameSite holds for sites, so neither keeps such a request out. Every browser in use sends
 * `Sec-Fetch-Site` (Fetch Metadata Request Headers, W3C); what sends none must name its origin.
 * @param origin scheme and host that the console is reached at
 * @throws Failure ForeignPage
 */
export function requireOwnPage(headers: Headers, origin: string): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site === undefined && headers['origin'] === origin) return
  throw new Failure('ForeignPage')
}

/** Whether a page may be opened from where the link was: typed, a bookmark, or a link of the console's own. */
export function isOwnNavigation(headers: Headers): boolean {
  return ['none', 'same-origin', undefined].includes(headers['sec-fetch-site'])
}
