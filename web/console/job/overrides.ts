/** A line `path=value` that is none. */
export class LineInvalid extends Error {}

const NUMBER = /^\d{1,3}$/

/**
 * What is laid over a recipe, from lines such as `steps.0.parameters.features.slim=-40`: values are JSON, or else text.
 * @throws LineInvalid with the line
 */
export function overridesFrom(lines: readonly string[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {}
  for (const line of lines) {
    const given = line.trim()
    if (given === '') continue
    const at = given.indexOf('=')
    const path = given.slice(0, at).trim().split('.')
    if (at < 1 || path.some((name) => name === '' || name === '__proto__')) {
      throw new LineInvalid(given)
    }
    set(whole, path, readValue(given.slice(at + 1).trim()))
  }
  return whole
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A number in a path is a place in a list, whose places before it stay as they are: `{}` lays nothing over them. */
function set(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at: Record<string, unknown> | unknown[] = into
  for (const [nth, name] of path.entries()) {
    const last = nth === path.length - 1
    const next = path[nth + 1] ?? ''
    if (Array.isArray(at))
      for (let place = at.length; place <= Number(name); place++) at[place] = {}
    const holder = at as Record<string, unknown>
    if (last) holder[name] = value
    else {
      const known = holder[name]
      const fits = NUMBER.test(next) ? Array.isArray(known) : isObject(known)
      if (!fits) holder[name] = NUMBER.test(next) ? [] : {}
      at = holder[name] as Record<string, unknown>
    }
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
