/** Steps of a path, and indices of lists in it, at most. */
const MOST_PARTS = 10
const MOST_INDEX = 50

/**
 * The changes that `path=value` settings mean, as an object to lay over a recipe: `steps.0.target=leftmost` is
 * `{ "steps": [{ "target": "leftmost" }] }`. Numbers in a path are places in lists; a value that is JSON is taken so,
 * any other as text.
 * @throws Error naming the setting that is none
 */
export function changesOf(settings: readonly string[]): Record<string, unknown> {
  let changes: unknown = {}
  for (const setting of settings) {
    const at = setting.indexOf('=')
    const path = setting.slice(0, Math.max(0, at)).split('.')
    const isPath =
      path.length <= MOST_PARTS && path.every((part) => /^\w[\w-]*$/.test(part) && !isTooFar(part))
    if (!isPath || isIndex(path[0] ?? '')) {
      throw new Error(`--set must be path=value such as steps.0.target=leftmost: "${setting}".`)
    }
    changes = put(changes, path, jsonOrText(setting.slice(at + 1)))
  }
  return changes as Record<string, unknown>
}

function put(under: unknown, [part, ...rest]: readonly string[], value: unknown): unknown {
  if (part === undefined) return value
  if (isIndex(part)) {
    const list: unknown[] = Array.isArray(under) ? [...under] : []
    // An empty object lays nothing over the item before.
    while (list.length < Number(part)) list.push({})
    list[Number(part)] = put(list[Number(part)], rest, value)
    return list
  }
  const members = typeof under === 'object' && !Array.isArray(under) ? (under ?? {}) : {}
  const inner = Object.hasOwn(members, part)
    ? (members as Record<string, unknown>)[part]
    : undefined
  // A member may be called `__proto__`, which an assignment would not make.
  return Object.fromEntries([...Object.entries(members), [part, put(inner, rest, value)]])
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isIndex(part: string): boolean {
  return /^\d+$/.test(part)
}

function isTooFar(part: string): boolean {
  return isIndex(part) && Number(part) > MOST_INDEX
}
