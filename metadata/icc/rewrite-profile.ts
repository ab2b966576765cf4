import { ENTRY_BYTES, HEADER_BYTES, TABLE_AT, text, writeProfile } from './write-profile.ts'

/** The most tags of a profile that is read. */
const MAX_TAGS = 100

/** The most entries of a tone curve, and characters of a description. */
const MAX_CURVE = 4096
const MAX_TEXT = 100

/** Parameters of a parametric curve by its function type (ICC.1:2010, 10.15). */
const PARAMETERS = [1, 3, 4, 5, 7]

/** Tables by which a profile converts instead of by matrix and curves. */
const LOOKUP_TAG = /^(?:A2B|B2A|D2B|B2D)\d$/

/** What a profile of matrix and curves converts with, each of which it must have. */
const REQUIRED = ['wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC']

/**
 * An ICC profile of an RGB display written anew from its parts: the header's fields, white point, primaries, curves,
 * chromatic adaptation and description, each to its exact length. Whatever else lies in the bytes of the source, behind
 * its end, between its tags or in tags of its maker, is not in the result, which a picture is delivered with.
 * @returns undefined where a part is missing or damaged, or the profile converts by tables
 */
export function rewriteProfile(profile: Buffer): Buffer | undefined {
  try {
    const tags = readTags(profile)
    if ([...tags.keys()].some((name) => LOOKUP_TAG.test(name))) return undefined
    if (REQUIRED.some((name) => !tags.has(name))) return undefined
    const title = tags.get('desc')
    const adaptation = tags.get('chad')
    return writeProfile(profile, [
      ['desc', text('desc', title ? readText(title) : 'RGB', isVersion4(profile))],
      ['cprt', text('text', 'none', isVersion4(profile))],
      ...REQUIRED.map((name) => [name, exactBody(tags.get(name)!)] as const),
      ...(adaptation ? [['chad', exactBody(adaptation)] as const] : []),
    ])
  } catch (error) {
    // An offset or a length of a damaged profile leads out of it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isVersion4(profile: Buffer): boolean {
  return profile.readUInt8(8) >= 4
}

/** The bodies of a profile's tags, within the length that it states for itself. */
function readTags(profile: Buffer): Map<string, Buffer> {
  const length = profile.readUInt32BE(0)
  if (length > profile.length || profile.toString('latin1', 36, 40) !== 'acsp') {
    throw new RangeError('It is no profile.')
  }
  const whole = profile.subarray(0, length)
  const count = whole.readUInt32BE(HEADER_BYTES)
  if (count > MAX_TAGS) throw new RangeError('It has too many tags.')
  const tags = new Map<string, Buffer>()
  for (let entry = TABLE_AT; entry < TABLE_AT + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    const at = whole.readUInt32BE(entry + 4)
    const body = whole.subarray(at, at + whole.readUInt32BE(entry + 8))
    tags.set(whole.toString('latin1', entry, entry + 4), body)
  }
  return tags
}

/** A body of numbers, cut to what its type says. Throws `RangeError` where it is shorter, or of another type. */
function exactBody(body: Buffer): Buffer {
  const length = exactLength(body)
  if (length > body.length) throw new RangeError('A tag is cut off.')
  const exact = Buffer.from(body.subarray(0, length))
  // The bytes behind the type are reserved, and in a parametric curve those behind its function type.
  exact.fill(0, 4, 8)
  if (exact.toString('latin1', 0, 4) === 'para') exact.fill(0, 10, 12)
  return exact
}

function exactLength(body: Buffer): number {
  const type = body.toString('latin1', 0, 4)
  if (type === 'XYZ ') return 8 + 3 * 4
  if (type === 'sf32') return 8 + 9 * 4
  if (type === 'curv' && body.readUInt32BE(8) <= MAX_CURVE) return 12 + 2 * body.readUInt32BE(8)
  const parameters = type === 'para' ? PARAMETERS[body.readUInt16BE(8)] : undefined
  if (parameters !== undefined) return 12 + 4 * parameters
  throw new RangeError('A tag has an unknown type.')
}

/** The first text of a description, printable ASCII of it (ICC.1:2010, 10.13; ICC.1:2001, 6.5.17). */
function readText(body: Buffer): string {
  const type = body.toString('latin1', 0, 4)
  const from = type === 'mluc' ? body.readUInt32BE(24) : 12
  const length = Math.min(body.readUInt32BE(type === 'mluc' ? 20 : 8), 2 * MAX_TEXT)
  const bytes = Buffer.from(body.subarray(from, from + length - (length % 2)))
  const found =
    type === 'mluc'
      ? bytes.swap16().toString('utf16le')
      : body.toString('latin1', from, from + length)
  return found.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_TEXT)
}
