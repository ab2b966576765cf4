import type { PictureRule } from './file-rule.ts'

/** Every picture of the service has fewer bytes than this. */
export const PICTURE_BYTES = 10_000_000
/** Every video of the service has fewer bytes than this: 100 MB are allowed. */
export const VIDEO_BYTES = 100_000_001

/** jpg or png, at most `maxLongSide` pixels long, with at least `minShortSide` on the other side. */
export function picture(maxLongSide: number, minShortSide?: number): PictureRule {
  return {
    formats: ['jpeg', 'png'],
    maxBytes: PICTURE_BYTES,
    maxLongSide,
    ...(minShortSide !== undefined && { minShortSide }),
  }
}
