import type { ConsoleRoute } from './route.ts'

export type RouteMatch<Deps> = {
  route: ConsoleRoute<Deps>
  at: Readonly<Record<string, string>>
}

/**
 * The route of a method and a path below `/console/api` with the decoded values of its variables; undefined where
 * there is none.
 */
export function matchRoute<Deps>(
  method: string,
  path: string,
  routes: readonly ConsoleRoute<Deps>[],
): RouteMatch<Deps> | undefined {
  const given = path.split('/')
  for (const route of routes) {
    const parts = route.path.split('/')
    if (route.method !== method || parts.length !== given.length) continue
    const at: Record<string, string> = {}
    const fits = parts.every((part, index) => {
      const value = given[index] ?? ''
      if (!part.startsWith('{')) return part === value
      const decoded = decode(value)
      if (decoded === undefined || decoded === '') return false
      at[part.slice(1, -1)] = decoded
      return true
    })
    if (fits) return { route, at }
  }
  return undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
