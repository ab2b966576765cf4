import { landmarkPath } from '../../face/face-region.ts'
import type { Point } from '../../geometry/point.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { luminanceFormula } from '../../raster/colour/lab.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { EyeLandmarks } from './landmarks.ts'
import type { FaceLight } from './measure-light.ts'
import type { Part } from './part.ts'
import { closedSpline } from './spline.ts'
import {
  EYE_WHITE,
  LID_SKIN_DARK,
  LID_SKIN_NEAR,
  LID_SKIN_OTHER,
  LID_SKIN_STEPS,
  SHOWN_SHARE,
} from './tuning.ts'

/**
 * Where the skin around an eye is: outside the lids' opening, inside the face, and not hidden by hair or glasses, which
 * have another colour or are much darker. And where the white of the eye shows in its lower half and below: the mesh
 * can have the lower lid too high. White is near to neutral in the light of the face, bluer than the skin, and not in
 * deep shadow. Planes 0–1.
 * @param shade the light on each pixel by the typical one on skin
 */
export function findLidSkin(
  part: Part,
  eye: EyeLandmarks,
  { face, shade }: { face: Float32Array; shade: Float32Array },
  { skin: [r0, g0, b0], skinLuminance, colour }: FaceLight,
): { skin: Float32Array; white: Float32Array } {
  const { faceWidth, light } = part
  const typical = skinLuminance * lightOnCheek(part, eye, shade)
  const open = allocZeroPlane(part.width * part.height)
  const ring = [
    ...landmarkPath(part, eye.upper[0]),
    ...landmarkPath(part, eye.lower[0]).slice(1, -1).reverse(),
  ]
  paintPolygon(open, part, closedSpline(ring, LID_SKIN_STEPS))
  const near = Math.max(LID_SKIN_NEAR.least, LID_SKIN_NEAR.sigma * faceWidth)
  const [r, g, b] = [
    blur(light.r, part, near),
    blur(light.g, part, near),
    blur(light.b, part, near),
  ]
  const lower = allocZeroPlane(face.length)
  paintPolygon(lower, part, lowerHalf(part, eye))
  const skin = copyPlane(face)
  const white = allocPlane(face.length)
  const cast = colour[0] / colour[1]
  findSkin({ skin, white, open, lower, r, g, b }, { rg: r0 / g0, bg: b0 / g0, typical, cast })
  debugPlane('skin around an eye', skin, part)
  debugPlane('white of an eye', white, part)
  return { skin, white }
}

const findSkin = formula(
  {
    planes: ['skin', 'white', 'open', 'lower', 'r', 'g', 'b'],
    scalars: ['rg', 'bg', 'typical', 'cast'],
  },
  `
  y = ${luminanceFormula('r', 'g', 'b')}
  base = g + ${LID_SKIN_NEAR.light}
  red = r / (base * rg)
  blue = b / (base * bg)
  off = hypot(red - 1, ${LID_SKIN_OTHER.blue} * (blue - 1))
  dark = smoothstep(${LID_SKIN_DARK.from}, ${LID_SKIN_DARK.to}, y / typical)
  skin = skin * (1 - open) * dark * (1 - smoothstep(${LID_SKIN_OTHER.from}, ${LID_SKIN_OTHER.to}, off))
  neutral = 1 - smoothstep(${EYE_WHITE.cast.from}, ${EYE_WHITE.cast.to}, r / (base * cast))
  pale = neutral * smoothstep(${EYE_WHITE.light.from}, ${EYE_WHITE.light.to}, y / typical)
  bluer = 1 - red + ${EYE_WHITE.bluer.blue} * (blue - 1)
  white = lower * pale * smoothstep(${EYE_WHITE.bluer.from}, ${EYE_WHITE.bluer.to}, bluer)
`,
)

/** From the middle of the eye's opening to the second row of landmarks below it. */
function lowerHalf(
  { points }: Part,
  { upper: [above], lower: [margin, , under] }: EyeLandmarks,
): Point[] {
  const middle = above.map((at, nth) => {
    const [a, b] = [points[at]!, points[margin[nth]!]!]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  })
  return [...middle, ...under.map((at) => points[at]!).reverse()]
}

/** The light on the skin below an eye, by the typical one: in side light one eye lies in shadow. At most 1. */
function lightOnCheek(part: Part, { lower }: EyeLandmarks, shade: Float32Array): number {
  const { width, height } = part
  const seen = landmarkPath(part, lower.slice(1).flat())
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)
    .map(({ x, y }) => shade[Math.floor(y) * width + Math.floor(x)]!)
    .toSorted((a, b) => b - a)
  return Math.min(1, seen[Math.floor(SHOWN_SHARE * seen.length)] ?? 1)
}
