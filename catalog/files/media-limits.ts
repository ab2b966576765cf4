import type { PictureRule } from './file-rule.ts'

/** Every picture must have fewer bytes than this. */
export const PICTURE_BYTES = 10_000_000
/** Every video must have fewer bytes than this: exactly 100 MB are allowed. */
export const VIDEO_BYTES = 100_000_001

/** Frames a second of a result; of faster videos frames are left out. */
export const MAX_RATE = 30

/** Whether a video of so many frames a second has more than a result can; containers and cameras round. */
export function isTooFast(rate: number): boolean {
  return rate > 1.03 * MAX_RATE
}

/** JPEG or PNG: at most `maxLongSide` pixels on the longer side, at least `minShortSide` on the shorter one. */
export function picture(maxLongSide: number, minShortSide?: number): PictureRule {
  return {
    formats: ['jpeg', 'png'],
    maxBytes: PICTURE_BYTES,
    maxLongSide,
    ...(minShortSide !== undefined && { minShortSide }),
  }
}
