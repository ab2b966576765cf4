import { APP0 } from '../jpeg/jpeg-segments.ts'
import type { Resolution } from '../tiff/resolution.ts'

const SIGNATURE = Buffer.from('JFIF\0', 'latin1')
const VERSION = [1, 2] as const

/** Where a JFIF segment says how it counts, before the resolution across and down, and what for (JFIF 1.02). */
export const JFIF_UNIT = { at: 11, none: 0, inch: 1, centimetre: 2 } as const

/** The most that is stated in 16 bits. */
const MOST = 65_535

/** Whether a segment is that of JFIF, and whole. */
export function isJfif(segment: Buffer): boolean {
  return (
    segment.length >= 18 &&
    segment[1] === APP0 &&
    segment.subarray(4, 4 + SIGNATURE.length).equals(SIGNATURE)
  )
}

/** The segment of JFIF that states a resolution. Fractions of a pixel per inch cannot be stated. */
export function jfifSegment({ x, y }: Resolution): Buffer {
  const segment = Buffer.from([0xff, APP0, 0, 16, ...SIGNATURE, ...VERSION, 0, 0, 0, 0, 0, 0, 0])
  segment[JFIF_UNIT.at] = JFIF_UNIT.inch
  segment.writeUInt16BE(Math.min(MOST, Math.round(x)), JFIF_UNIT.at + 1)
  segment.writeUInt16BE(Math.min(MOST, Math.round(y)), JFIF_UNIT.at + 3)
  return segment
}
