import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const VARIABLE = /\/\{\w+\}$/

const staticRoutes = new Map<string, Route>()
const variableRoutes = new Map<string, Route>()
const staticPaths = new Set<string>()

for (const route of ROUTES) {
  const ending = VARIABLE.exec(route.path)
  const table = ending ? variableRoutes : staticRoutes
  const key = `${route.method} ${ending ? route.path.slice(0, ending.index) : route.path}`
  if (table.has(key)) throw new Error(`Two routes answer ${route.method} ${route.path}.`)
  table.set(key, route)
  if (!ending) staticPaths.add(route.path)
}

/**
 * The route of a method and path with the value of its path variable; undefined when there is none. `HEAD` has the
 * route of `GET` (RFC 9110, section 9.3.2).
 */
export function matchRoute(
  asked: string,
  path: string,
): { route: Route; variable: string } | undefined {
  const method = asked === 'HEAD' ? 'GET' : asked
  const exact = staticRoutes.get(`${method} ${path}`)
  if (exact) return { route: exact, variable: '' }
  // A static path is never a value of a variable: `<task path>/pre-process` is not the task with the id `pre-process`.
  if (staticPaths.has(path)) return undefined
  const slash = path.lastIndexOf('/')
  const route = variableRoutes.get(`${method} ${path.slice(0, slash)}`)
  return route && { route, variable: path.slice(slash + 1) }
}
