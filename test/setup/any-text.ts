import { fc } from './random.ts'

/** A character of any plane, half surrogates left out. */
const CHARACTER = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/**
 * Text of any characters, as `unit: 'binary'` of fast-check makes it, which keeps a map of all 1,112,064 of them in
 * every process and needs a second to fill it.
 */
export function anyText(length: { minLength?: number; maxLength: number }): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: CHARACTER })
}
