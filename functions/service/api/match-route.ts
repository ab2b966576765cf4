import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const VARIABLE = /\/\{\w+\}$/

const fixed = new Map<string, Route>()
const varying = new Map<string, Route>()
const fixedPaths = new Set<string>()

for (const route of ROUTES) {
  const ending = VARIABLE.exec(route.path)
  const table = ending ? varying : fixed
  const key = `${route.method} ${ending ? route.path.slice(0, ending.index) : route.path}`
  if (table.has(key)) throw new Error(`Two routes answer ${route.method} ${route.path}.`)
  table.set(key, route)
  if (!ending) fixedPaths.add(route.path)
}

/** Finds the route of a method and path, and what stands at its variable; undefined when there is none. */
export const matchRoute = (
  method: string,
  path: string,
): { route: Route; variable: string } | undefined => {
  const exact = fixed.get(`${method} ${path}`)
  if (exact) return { route: exact, variable: '' }
  // `<task path>/pre-process` is the address of another kind of task, not of a task with that id.
  if (fixedPaths.has(path)) return undefined
  const slash = path.lastIndexOf('/')
  const route = varying.get(`${method} ${path.slice(0, slash)}`)
  return route && { route, variable: path.slice(slash + 1) }
}
