/** A route of an HTTP API: its key as in the template, and the function behind it. */
export type Route = {
  readonly key: string
  readonly functionArn: string
  readonly timeoutMs: number
}

/** The route of a request, and the values of its path variables. */
export type RouteMatch = {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

type Candidate = RouteMatch & { readonly rank: number }

/**
 * Chooses the route of a request as API Gateway does: a full path before one with variables before a greedy one, a
 * method before ANY, `$default` last (Developer Guide, "Create routes for HTTP APIs"). Path variables are
 * percent-decoded.
 */
export function matchRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): RouteMatch | undefined {
  const candidates: Candidate[] = []
  for (const route of routes) {
    const candidate = rankRoute(route, method, path)
    if (candidate) candidates.push(candidate)
  }
  return candidates.sort((left, right) => right.rank - left.rank)[0]
}

function rankRoute(route: Route, method: string, path: string): Candidate | undefined {
  if (route.key === '$default') return { route, parameters: {}, rank: 0 }
  const [verb, pattern] = route.key.split(' ')
  if (!pattern || (verb !== 'ANY' && verb !== method)) return undefined
  const found = matchPath(pattern.split('/').slice(1), path.split('/').slice(1))
  if (!found) return undefined
  return { route, parameters: found.parameters, rank: found.rank * 2 + (verb === 'ANY' ? 0 : 1) }
}

function matchPath(
  pattern: readonly string[],
  parts: readonly string[],
): { parameters: Record<string, string>; rank: number } | undefined {
  const parameters: Record<string, string> = {}
  let rank = 1
  for (const [index, piece] of pattern.entries()) {
    const greedy = /^\{(.+)\+\}$/.exec(piece)
    if (greedy) {
      const rest = parts.slice(index).join('/')
      if (rest === '') return undefined
      return { parameters: { ...parameters, [greedy[1]!]: decode(rest) }, rank }
    }
    const part = parts[index]
    if (part === undefined) return undefined
    const variable = /^\{(.+)\}$/.exec(piece)
    if (variable && part !== '') parameters[variable[1]!] = decode(part)
    else if (piece !== part) return undefined
    rank += variable ? 10 : 1_000
  }
  return pattern.length === parts.length ? { parameters, rank: rank + 5 } : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
