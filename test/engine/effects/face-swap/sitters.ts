import { cropDonor } from '../../../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../../../engine/effects/face-swap/face-swap.ts'
import { reshapeFace } from '../../../../engine/effects/face-swap/reshape-face.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { paintPolygon } from '../../../../engine/raster/mask/paint-polygon.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFace, drawFace, type Portrait } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'

export type Sitter = { drawn: DrawnFace; face: Face }

/** Draws a face and detects it. */
export async function sit(portrait: Portrait): Promise<Sitter> {
  const drawn = await drawFace(portrait)
  return { drawn, face: await faceIn(drawn.picture) }
}

/** The face that is replaced, unless a test says otherwise. */
export const target = await sit({ look: { skin: '#8a5a3c', hair: '#201510', eyes: '#3a2412' } })

/** The face put in its place: lighter, green-eyed, larger and tilted. */
export const donor = await sit({
  look: { skin: '#efc9ad', hair: '#7a4a24', eyes: '#2f7d4f' },
  scale: 4.1,
  tilt: 5,
})

/** The first one's picture with the second one's face. */
export function swapped(to: Sitter = target, from: Sitter = donor): Picture {
  return swapFace(to.drawn.picture, to.face, cropDonor(from.drawn.picture, from.face))
}

/** The first one's picture with features of the second one's proportions, but nothing else of it. */
export function displaced(to: Sitter = target, from: Sitter = donor): Picture {
  const { picture } = to.drawn
  return reshapeFace(picture, to.face, from.face)
}

/** A sitter with a polygon painted over the face: its corners in the face's units, its opacity `share`. */
export function painted(
  sitter: Sitter,
  path: string,
  colour: readonly number[],
  share: number,
): Sitter {
  const corners = [...path.matchAll(/(-?\d+) (-?\d+)/g)].map(([, x, y]) =>
    sitter.drawn.pointAt(Number(x), Number(y)),
  )
  return overlaid(sitter, corners, colour, share)
}

/** The same with corners in pixels of the picture. */
export function overlaid(
  { drawn, face }: Sitter,
  corners: readonly Point[],
  colour: readonly number[],
  share: number,
): Sitter {
  const plane = new Float32Array(drawn.picture.width * drawn.picture.height)
  paintPolygon(plane, drawn.picture, corners)
  const data = drawn.picture.data.slice()
  for (let at = 0; at < plane.length; at++) {
    if (plane[at] === 0) continue
    for (let c = 0; c < 3; c++) {
      const value = data[4 * at + c]!
      data[4 * at + c] = value + share * plane[at]! * (colour[c]! - value)
    }
  }
  return { drawn: { ...drawn, picture: { ...drawn.picture, data } }, face }
}

/** A sitter with the side of a frame of glasses, from the eye to the ear of one side. */
export function sideOfGlasses(sitter: Sitter, side: 1 | -1): Sitter {
  const path = `M${side * 20} 50 L${side * 44} 49 L${side * 44} 50 L${side * 20} 51 Z`
  return painted(sitter, path, [40, 34, 30], 0.6)
}
