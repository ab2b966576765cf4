import { landmarkPath } from '../../face/face-region.ts'
import type { Point } from '../../geometry/point.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { EyeLandmarks } from './landmarks.ts'
import type { FaceLight } from './measure-light.ts'
import type { Part } from './part.ts'
import { closedSpline } from './spline.ts'
import { SHOWN_SHARE } from './tuning.ts'

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
  paintPolygon(open, part, closedSpline(ring, 3))
  const near = Math.max(0.5, 0.004 * faceWidth)
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
  y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  base = g + 0.004
  red = r / (base * rg)
  blue = b / (base * bg)
  off = hypot(red - 1, 0.7 * (blue - 1))
  dark = smoothstep(0.07, 0.2, y / typical)
  skin = skin * (1 - open) * dark * (1 - smoothstep(0.55, 1.1, off))
  neutral = 1 - smoothstep(1.4, 1.7, r / (base * cast))
  pale = neutral * smoothstep(0.3, 0.6, y / typical)
  white = lower * pale * smoothstep(0.17, 0.37, 1 - red + 0.6 * (blue - 1))
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
