import type { TiffPage } from './read-tiff-pages.ts'

/** Bits of tag 254 that say that a page is no picture of its own: a smaller copy, a mask. */
const COPY_OR_MASK = 0b101

/** Photometric interpretations of what a camera's sensor saw (DNG 1.7), which has to be developed. */
const SENSOR: readonly number[] = [32_803, 34_892]

/** The pages of a TIFF that are pictures of their own, and can be shown as they are. */
export function fullPages(pages: readonly TiffPage[]): TiffPage[] {
  return pages.filter((page) => (page.subfile & COPY_OR_MASK) === 0 && !isSensorData(page))
}

/** Whether a page holds what a camera's sensor saw. */
export function isSensorData({ photometric = 0 }: TiffPage): boolean {
  return SENSOR.includes(photometric)
}
