import type { Size } from '../geometry/size.ts'
import type { Picture } from '../raster/picture.ts'

/** What a preview is made of: a photo, or the first frame of a video. */
export type Still = Size & {
  kind: 'picture' | 'video'
  /** Upright, in sRGB, of this size. */
  at(size: Size): Promise<Picture>
}

/** The largest size of the same proportion whose longer side is at most `longest`, never a larger one. */
export function sizeWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height))
  const side = (length: number): number => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}
