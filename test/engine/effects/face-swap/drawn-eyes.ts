import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import type { Point } from '../../../../engine/geometry/point.ts'
import { type LabColour, labToSrgb, srgbToLab } from '../../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

const SIDE = 120
export const EYES = { left: 85, right: 35, middle: 60, radius: 12, pupil: 3 } as const
const OPENING = { width: 22, height: 16 }

export const of = (l: number, a = 5, b = 5): LabColour => ({ l, a, b })
export const SKIN = of(60, 12, 16)
export const WHITE = of(70, 1, 2)

/** What of two eyes is drawn otherwise. */
export type Looks = {
  white?: LabColour
  /** How far above the middle the upper lid lies. */
  lid?: number
}

type Pair = readonly [left: LabColour, right: LabColour]

/** Two eyes with pupils, and a reflection of L* 95 in each, as landmarks and as a picture of 120 × 120 pixels. */
export function drawEyes(
  irises: Pair,
  looks: Looks = {},
): { picture: Picture; region: FaceRegion } {
  const lid = looks.lid ?? OPENING.height
  const data = new Uint8ClampedArray(4 * SIDE * SIDE).fill(255)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = { x: (i % SIDE) + 0.5, y: Math.floor(i / SIDE) + 0.5 }
    data.set(labToSrgb(colourAt(at, irises, looks.white ?? WHITE, lid)), 4 * i)
  }
  const seen = Array.from({ length: SIDE * SIDE }, (_, i) => labAt(data, i))
  const axis = (which: keyof LabColour) => Float32Array.from(seen, (colour) => colour[which])
  const size = { width: SIDE, height: SIDE }
  const region = {
    ...size,
    area: { left: 0, top: 0, ...size },
    scale: 1,
    faceWidth: SIDE,
    points: landmarksOf(lid),
    up: { x: 0, y: -1 },
    lab: { l: axis('l'), a: axis('a'), b: axis('b') },
  }
  return { picture: { ...size, data }, region }
}

function colourAt({ x, y }: Point, irises: Pair, white: LabColour, lid: number): LabColour {
  const nth = x < 60 ? 1 : 0
  const across = x - (nth === 0 ? EYES.left : EYES.right)
  const down = y - EYES.middle
  if (Math.abs(across) > OPENING.width || down > OPENING.height || down < -lid) return SKIN
  const radius = Math.hypot(across, down)
  if (radius > EYES.radius) return white
  if (radius < EYES.pupil) return of(3, 0, 0)
  return Math.hypot(across + 7, down + 4) < 2 ? of(95, 0, 0) : irises[nth]!
}

function landmarksOf(lid: number): Point[] {
  const points = Array.from({ length: 478 }, () => ({ x: 0, y: 0 }))
  const { middle, radius } = EYES
  for (const [nth, [centre, ...edge]] of [FACE.leftIris, FACE.rightIris].entries()) {
    const x = nth === 0 ? EYES.left : EYES.right
    points[centre!] = { x, y: middle }
    for (const [n, [right, down]] of [
      [1, 0],
      [0, -1],
      [-1, 0],
      [0, 1],
    ].entries()) {
      points[edge[n]!] = { x: x + radius * right!, y: middle + radius * down! }
    }
    const { rim } = EYE_OPENINGS[nth]!
    for (const [n, at] of rim.entries()) {
      const quarter = Math.floor((4 * n) / rim.length)
      const outwards = quarter === 0 || quarter === 3 ? OPENING.width : -OPENING.width
      points[at] = { x: x + outwards, y: middle + (quarter < 2 ? OPENING.height : -lid) }
    }
  }
  return points
}

/** The colour of a pixel of {@link drawEyes}. */
export function labAt(data: Uint8ClampedArray, pixel: number): LabColour {
  return srgbToLab(data[4 * pixel]!, data[4 * pixel + 1]!, data[4 * pixel + 2]!)
}

/** The same at a place. */
export function labAtPoint(data: Uint8ClampedArray, x: number, y: number): LabColour {
  return labAt(data, y * SIDE + x)
}
