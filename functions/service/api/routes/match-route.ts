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

/** Finds the route of a method and path, and what stands at its variable; undefined when there is none. */
export function matchRoute(
  method: string,
  path: string,
): { route: Route; variable: string } | undefined {
  const exact = staticRoutes.get(`${method} ${path}`)
  if (exact) return { route: exact, variable: '' }
  // `<task path>/pre-process` is the address of another kind of task, not of a task with that id.
  if (staticPaths.has(path)) return undefined
  const slash = path.lastIndexOf('/')
  const route = variableRoutes.get(`${method} ${path.slice(0, slash)}`)
  return route && { route, variable: path.slice(slash + 1) }
}
