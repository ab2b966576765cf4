import { anyText } from './any-text.ts'
import { fc } from './random.ts'

/** Text that stands in a JSON value for a number which JavaScript cannot write, such as `1e999`. */
const TOKEN = /"@number (\S+)"/g

/** Values that validation may let through and a store, an SDK or a state may not hold. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(1e-131, -3e-131, 5e-324, 1e-130, -0, 1e20, 2 ** 53, 1e126, Number.MAX_VALUE),
  fc.constantFrom('@number 1e999', '@number -1e999', '@number 1e-400'),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -200, max: 200 }),
  fc.constantFrom('\ud800', 'a\udfffb', 'https://example.com/\ud83d', '\u0000', '', ' '),
  fc.constantFrom('{stem}.\udc00.png', 'inputs/\ud800', 'index:0', 'all', 'x'.repeat(3000)),
  anyText({ maxLength: 20 }),
  fc.constantFrom(null, true, [], {}, [[]], { __proto__: null, constructor: 1 }),
  fc.integer({ min: 1, max: 400 }).map((depth) => nested(depth)),
)

function nested(depth: number): unknown {
  return depth === 0 ? 1e-200 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) }
}

/** One value of a document replaced, or a member added: `at` chooses which. */
export function withHostileValue(
  document: unknown,
  at: readonly number[],
  value: unknown,
): unknown {
  const [turn, ...further] = at
  if (turn === undefined || typeof document !== 'object' || document === null) return value
  const names = [...Object.keys(document), '\ud800', 'new']
  const name = names[turn % names.length]!
  const inner = (document as Record<string, unknown>)[name]
  const changed = inner === undefined ? value : withHostileValue(inner, further, value)
  return Array.isArray(document)
    ? [
        ...document.slice(0, turn % names.length),
        changed,
        ...document.slice((turn % names.length) + 1),
      ]
    : { ...document, [name]: changed }
}

/** JSON text in ASCII, as it can stand in a header. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(TOKEN, '$1')
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
