import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { HeadRegions } from '../head/head-regions.ts'
import { type HeadColours, hairLikelihoodAt, hairLikelihoodOf } from './head-colours.ts'

/** Where ears are beside the eyes, in widths of the face: how far out, how high and how low. */
const EARS = { inner: 0.42, outer: 0.7, above: 0.2, below: 0.45 } as const

/** The brightness of ears in the shade of the head, as a share of the cheeks'. */
const SHADED = 0.45

/** The least share of the places of ears in which no hair shows. */
const LEAST_SHOWN = 0.5

/** From this likeness on what lies over an ear is hair, and below it the ear. */
const EAR_SKIN = { least: 0.3, most: 0.42 } as const

/** How far below the places of ears hair is looked for, widths of the face, and the share of it that is long hair. */
const BELOW = 0.16
const HANGS = 0.25

/** How much hair itself has to look like hair, so that an ear can be told from long hair. */
const TOLD = { least: 0.42, most: 0.54 } as const

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
  const places: { at: number; isLeft: boolean }[] = []
  const below = { left: { hair: 0, count: 0 }, right: { hair: 0, count: 0 } }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [(x - eyes.x) / far, (y - eyes.y) / far]
      const v = dx * grid.up.x + dy * grid.up.y
      if (v > EARS.above || v < -EARS.below - BELOW) continue
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
      like[at] = hairLikelihoodAt(colours, levels, at, SHADED)
      places.push({ at, isLeft })
    }
  }
  // Where hair covers an ear, what looks like its skin is a highlight.
  const shown = places.filter(({ at }) => hair[at]! < 0.1 || like[at]! < EAR_SKIN.least).length
  if (shown < LEAST_SHOWN * places.length) return
  const smooth = blur(like, { width, height }, 0.008 * far)
  for (const { at, isLeft } of places) {
    const isEar = 1 - smoothstep(EAR_SKIN.least, EAR_SKIN.most, smooth[at]!)
    const side = below[isLeft ? 'left' : 'right']
    const isLong = side.hair > HANGS * side.count
    const told = !isLong
      ? 1
      : smoothstep(TOLD.least, TOLD.most, hairLikelihoodOf(colours, at, SHADED))
    hair[at] = hair[at]! * (1 - isEar * told)
  }
}
