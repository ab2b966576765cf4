/** Lines of nested findings: the path of each value, and the value. */
export function linesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    linesOf(inner, path === '' ? name : `${path}.${name}`),
  )
}
