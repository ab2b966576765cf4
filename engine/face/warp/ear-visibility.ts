import type { Point } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Picture } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { EAR_BRIGHTNESS, EAR_DISTANCES, EAR_HUE, EAR_SHOWN } from '../tuning.ts'

/** The outline beside each ear, and the cheek whose colour an ear has. */
const BESIDE = {
  left: { outline: [356, 454, 323], cheek: [425, 280, 411] },
  right: { outline: [127, 234, 93], cheek: [205, 50, 187] },
} as const

/**
 * How surely an ear shows beside each half of a face, 0-1: by how much the pixels there have the colour of the cheek.
 * An ear has to move with the face's outline; hair stays where it hangs.
 */
export function earVisibility(picture: Picture, face: Face): { left: number; right: number } {
  return { left: visibilityOf(picture, face, 'left'), right: visibilityOf(picture, face, 'right') }
}

function visibilityOf(picture: Picture, { landmarks }: Face, side: 'left' | 'right'): number {
  const { outline, cheek } = BESIDE[side]
  const skin = meanColour(cheek.map((i) => colourAt(picture, landmarks[i]!)))
  if (!skin) return 1
  const middle = landmarks[FACE.noseTop]!
  const likely = outline.flatMap((index) => {
    const edge = landmarks[index]!
    return EAR_DISTANCES.flatMap((share) => {
      const beside = {
        x: middle.x + (edge.x - middle.x) * share,
        y: edge.y + (edge.y - middle.y) * (share - 1),
      }
      const colour = colourAt(picture, beside)
      return colour ? [skinLikeness(colour, skin)] : []
    })
  })
  if (likely.length === 0) return 0
  return smoothstep(
    EAR_SHOWN.from,
    EAR_SHOWN.to,
    likely.reduce((sum, value) => sum + value, 0) / likely.length,
  )
}

type Colour = [number, number, number]

function colourAt({ width, height, data }: Picture, { x, y }: Point): Colour | undefined {
  const [column, row] = [Math.round(x), Math.round(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined
  const at = (row * width + column) * 4
  return [data[at]!, data[at + 1]!, data[at + 2]!]
}

function meanColour(colours: (Colour | undefined)[]): Colour | undefined {
  const known = colours.filter((colour) => colour !== undefined)
  if (known.length === 0) return undefined
  const sum = known.reduce((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]])
  return [sum[0] / known.length, sum[1] / known.length, sum[2] / known.length]
}

function brightness([r, g, b]: Colour): number {
  return Math.max(1, (r + g + b) / 3)
}

function skinLikeness(colour: Colour, skin: Colour): number {
  const ratio = brightness(colour) / brightness(skin)
  if (ratio < EAR_BRIGHTNESS.least || ratio > EAR_BRIGHTNESS.most) return 0
  const off = Math.hypot(...skin.map((value, c) => value - colour[c]! / ratio))
  return 1 - smoothstep(EAR_HUE.same, EAR_HUE.other, off)
}
