import { optionalEnv } from '../../env.ts'

/** The value of a cookie in a request (RFC 6265, section 4.2); API Gateway hands cookies over one by one. */
export function cookieIn(cookies: readonly string[], name: string): string | undefined {
  const start = `${name}=`
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

export type CookieSettings = {
  name: string
  /** `Strict`, or `Lax` where a provider's page leads back to the console. */
  sameSite: 'Strict' | 'Lax'
  path: string
  /** Left out on this machine, where WebKit takes no secure cookie over http. */
  secure: boolean
}

/** The console's own cookie: on this machine named after the run, elsewhere bound to its host. */
export function ownCookie(): CookieSettings {
  const run = optionalEnv('DARKROOM_CONSOLE_RUN')
  return run === undefined
    ? { name: '__Host-console', sameSite: 'Lax', path: '/', secure: true }
    : { name: `console-${run}`, sameSite: 'Strict', path: '/console', secure: false }
}

/** `Set-Cookie` for `value`, which scripts cannot read. `maxAge` in seconds; 0 removes it. */
export function setCookie(
  { name, sameSite, path, secure }: CookieSettings,
  value: string,
  maxAge: number,
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAge}`, `SameSite=${sameSite}`]
  return [...parts, 'HttpOnly', ...(secure ? ['Secure'] : [])].join('; ')
}
