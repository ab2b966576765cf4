import { featureRings } from '../../../engine/face/feature-rings.ts'
import { boxAround, boxOfPoints } from '../../../engine/geometry/bounding-box.ts'
import type { Size } from '../../../engine/geometry/size.ts'
import type { Mask } from '../../../engine/raster/picture.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'

/** Where a mask lies that nobody drew: beside the features of a face, over some of them, or over the whole face. */
export type AtFace = 'beside' | 'over an eye' | 'over the mouth' | 'over a half' | 'whole'

/** An ellipse's middle and half axes, in widths and heights of the box around a face's features. */
const PLACES: Readonly<Record<AtFace, readonly [number, number, number, number]>> = {
  beside: [1.12, 0.6, 0.3, 0.4],
  'over an eye': [0.78, 0.2, 0.26, 0.2],
  'over the mouth': [0.5, 0.92, 0.4, 0.2],
  'over a half': [1, 0.5, 0.5, 1],
  whole: [0.5, 0.5, 1.1, 1.1],
}

/** A mask at a face of a picture of a size. */
export function maskAtFace(face: Pick<Face, 'landmarks'>, at: AtFace, size: Size): Mask {
  const { left, top, width, height } = boxAround(featureRings(face).map(boxOfPoints))
  const [x, y, across, down] = PLACES[at]
  const data = new Uint8Array(size.width * size.height)
  for (let i = 0; i < data.length; i++) {
    const right = (i % size.width) + 0.5 - left - x * width
    const below = Math.floor(i / size.width) + 0.5 - top - y * height
    if (Math.hypot(right / (across * width), below / (down * height)) < 1) data[i] = 255
  }
  return { ...size, data }
}
