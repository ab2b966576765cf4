import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import {
  EAR_SKIN,
  EARS,
  EARS_AVERAGED,
  EARS_BELOW,
  EARS_HANGS,
  EARS_NO_HAIR,
  EARS_SHADED,
  EARS_TOLD,
  LEAST_SHOWN,
} from '../tuning.ts'
import { type HeadColours, hairLikelihoodAt, hairLikelihoodOf } from './head-colours.ts'

/** Takes out of the rough hair what looks like the skin of ears. */
export function removeEars(
  hair: Float32Array,
  levels: readonly Float32Array[],
  { width, height }: Size,
  { grid }: HeadRegions,
  colours: HeadColours,
): void {
  const { points } = colours
  const far = grid.faceWidth * grid.scale
  const [left, right] = [points[FACE.leftEye.outer]!, points[FACE.rightEye.outer]!]
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const like = allocPlane(hair.length).fill(1)
  // The pixels beside the face, and those of them that lie on the left.
  const places: number[] = []
  const isLeftAt = new Uint8Array(hair.length)
  let shown = 0
  const below = { left: { hair: 0, count: 0 }, right: { hair: 0, count: 0 } }
  for (let y = 0; y < height; y++) {
    const dy = (y - eyes.y) / far
    for (let x = 0; x < width; x++) {
      const dx = (x - eyes.x) / far
      const v = dx * grid.up.x + dy * grid.up.y
      if (v > EARS.above || v < -EARS.below - EARS_BELOW) continue
      const u = dy * grid.up.x - dx * grid.up.y
      if (Math.abs(u) < EARS.inner || Math.abs(u) > EARS.outer) continue
      const at = y * width + x
      const isLeft = u < 0
      if (v < -EARS.below) {
        const side = below[isLeft ? 'left' : 'right']
        side.hair += hair[at]!
        side.count++
        continue
      }
      like[at] = hairLikelihoodAt(colours, levels, at, EARS_SHADED)
      places.push(at)
      if (isLeft) isLeftAt[at] = 1
      if (hair[at]! < EARS_NO_HAIR || like[at]! < EAR_SKIN.least) shown++
    }
  }
  // Where hair covers an ear, what looks like its skin is a highlight.
  if (shown < LEAST_SHOWN * places.length) return
  const smooth = blur(like, { width, height }, EARS_AVERAGED * far)
  for (const at of places) {
    const isEar = 1 - smoothstep(EAR_SKIN.least, EAR_SKIN.most, smooth[at]!)
    const side = below[isLeftAt[at] ? 'left' : 'right']
    const isLong = side.hair > EARS_HANGS * side.count
    const told = !isLong
      ? 1
      : smoothstep(EARS_TOLD.least, EARS_TOLD.most, hairLikelihoodOf(colours, at, EARS_SHADED))
    hair[at] = hair[at]! * (1 - isEar * told)
  }
}
