/** Where a text is, as editors count: lines and characters from 1. */
export type TextPlace = { line: number; column: number }

/** The members and items of a JSON text by their places. */
export type JsonPlaces = {
  /** Where a member's name or an item stands; of one that is not there the nearest that it would be part of. */
  placeOf(path: readonly PropertyKey[]): TextPlace
  /** Where the text stops to be JSON; absent in one that is. */
  broken?: TextPlace
}

const BLANK = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Thrown where the text stops to be JSON. */
class Stopped extends Error {}

/** The grammar wants them as escapes. */
function hasControls(text: string): boolean {
  return [...text].some((character) => character < ' ')
}

/** Finds the places in a JSON text by its grammar (RFC 8259), as far as it is one. */
export function locateJson(text: string): JsonPlaces {
  const found = new Map<string, number>()
  let at = text.startsWith('\uFEFF') ? 1 : 0
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [taken] = pattern.exec(text) ?? []
    if (taken === undefined) throw new Stopped()
    if (pattern === STRING && hasControls(taken)) throw new Stopped()
    at += taken.length
    return taken
  }
  const isNext = (sign: string): boolean => {
    take(BLANK)
    if (text[at] !== sign) return false
    at += 1
    return true
  }
  const expect = (sign: string): void => {
    if (!isNext(sign)) throw new Stopped()
  }
  /** What stands between commas up to the closing sign. */
  const list = (close: string, item: (n: number) => void): void => {
    if (isNext(close)) return
    for (let n = 0; n === 0 || isNext(','); n += 1) {
      take(BLANK)
      item(n)
    }
    expect(close)
  }
  const value = (path: readonly PropertyKey[], place?: number): void => {
    take(BLANK)
    found.set(JSON.stringify(path), place ?? at)
    if (isNext('{')) {
      list('}', () => {
        const start = at
        const name = JSON.parse(take(STRING)) as string
        expect(':')
        value([...path, name], start)
      })
    } else if (isNext('[')) list(']', (n) => value([...path, n]))
    else if (text[at] === '"') take(STRING)
    else take(SCALAR)
  }
  const placeOf = (path: readonly PropertyKey[]): TextPlace => {
    for (let length = path.length; length > 0; length -= 1) {
      const place = found.get(JSON.stringify(path.slice(0, length)))
      if (place !== undefined) return textPlace(text, place)
    }
    return textPlace(text, found.get('[]')!)
  }
  try {
    value([])
    take(BLANK)
    if (at < text.length) throw new Stopped()
    return { placeOf }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    return { placeOf, broken: textPlace(text, at) }
  }
}

/** A byte order mark before the text takes no room in an editor. */
function textPlace(text: string, at: number): TextPlace {
  const before = text
    .slice(0, at)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
