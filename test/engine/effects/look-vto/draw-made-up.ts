import type { Look, LookZone } from '../../../../catalog/looks/look.ts'
import { putOnLook } from '../../../../engine/effects/look-vto/look-vto.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'

/** A look of some zones. */
export function lookOf(...zones: LookZone[]): Look {
  return { title: 'Test', category: 'Test', zones }
}

/** What a look changes: the distance of the colours of each pixel before and after, in sRGB levels. */
export function changeBy(picture: Picture, face: Face, ...zones: LookZone[]): Float32Array {
  const { data } = putOnLook(picture, face, lookOf(...zones))
  return Float32Array.from({ length: picture.width * picture.height }, (_, i) =>
    Math.hypot(
      ...[0, 1, 2].map((channel) => data[4 * i + channel]! - picture.data[4 * i + channel]!),
    ),
  )
}

/** The mean over a disc of pixels. */
export function meanAround(
  plane: ArrayLike<number>,
  { width }: Picture,
  { x, y }: Point,
  radius: number,
): number {
  let [sum, count] = [0, 0]
  for (let row = Math.floor(y - radius); row <= y + radius; row++) {
    for (let column = Math.floor(x - radius); column <= x + radius; column++) {
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue
      sum += plane[row * width + column]!
      count++
    }
  }
  return sum / Math.max(1, count)
}
