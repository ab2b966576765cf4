import type { Look } from '../../../catalog/looks/look.ts'
import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { releaseOwnership } from '../../raster/copy-on-write.ts'
import { debugPlane } from '../../raster/debug.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import type { Picture, Size } from '../../raster/picture.ts'
import { FACE } from '../../vision/faces/face.ts'
import { findBrow } from './find-brow.ts'
import { EYE_LANDMARKS, type EyeLandmarks } from './landmarks.ts'
import { lashMask } from './lash-mask.ts'
import { shutLids } from './lid-line.ts'
import { measureBlur } from './measure-blur.ts'
import type { FaceLight } from './measure-light.ts'
import { paintBrow } from './paint-brow.ts'
import { paintEyeshadow } from './paint-eyeshadow.ts'
import { linerMask, lowerLinerMask } from './paint-liner.ts'
import { zoneOf } from './paint-skin.ts'
import { luminanceOf, type Part, paintPart, partAround } from './part.ts'
import { coverWith, litPigment } from './pigment.ts'
import { closedSpline } from './spline.ts'

/** Room around eye and brow for lashes, wings and soft edges, in widths of the face. */
const MARGIN = 0.1

/** The part around each eye and its brow. */
export function partsOfEyes(face: FaceRegionGeometry, size: Size): FaceRegionGeometry[] {
  return EYE_LANDMARKS.map(({ upper, lower, browTop }) =>
    partAround(face, [...upper.flat(), ...lower.flat(), ...browTop], MARGIN, size),
  )
}

/** Paints brows, eyeshadow, liner and lashes of both eyes. @param parts see {@link partsOfEyes} */
export function paintEyes(
  picture: Picture,
  parts: readonly FaceRegionGeometry[],
  look: Look,
  light: FaceLight,
): Picture {
  let painted = picture
  for (const [nth, eye] of EYE_LANDMARKS.entries()) {
    const next = paintPart(painted, parts[nth]!, (part) => paintEye(part, eye, look, light))
    if (next !== painted) releaseOwnership(next)
    painted = next
  }
  return painted
}

function paintEye(found: Part, eye: EyeLandmarks, look: Look, light: FaceLight): void {
  const part = shutLids(found, eye)
  const shade = luminanceOf(part.light)
  const softness = measureBlur(shade, part)
  relate({ shade }, { typical: light.skinLuminance })
  const shown = faceMask(part)
  const skin = lidSkin(part, eye, { face: shown, shade }, light)
  debugPlane('skin around an eye', skin, part)
  const brows = zoneOf(look, 'brows')
  const brow = findBrow(part, eye, shade)
  if (brows) paintBrow(part, brow, brows, light)
  const covered = 1 - brow.seen
  paintEyeshadow(part, eye, look, { skin, shade, softness, covered }, light)
  const ink = allocPlane(shade.length)
  flatten({ ink, shade })
  const lower = zoneOf(look, 'lower-liner')
  if (lower) draw(part, lowerLinerMask(part, eye, lower), { shown, ink, softness }, lower, light)
  const liner = zoneOf(look, 'liner')
  if (liner) draw(part, linerMask(part, eye, liner), { shown, ink, softness }, liner, light)
  const lashes = zoneOf(look, 'lashes')
  if (lashes) draw(part, lashMask(part, eye, lashes), { shown, ink, softness }, lashes, light)
}

function draw(
  part: Part,
  drawn: Float32Array,
  { shown, ink, softness }: { shown: Float32Array; ink: Float32Array; softness: number },
  { pigment, opacity }: { pigment: string; opacity: number },
  light: FaceLight,
): void {
  // As soft as the picture around it.
  const alpha = blur(drawn, part, softness)
  within({ alpha, shown }, { opacity })
  coverWith(part.light, alpha, ink, litPigment(pigment, light))
}

const relate = formula(
  { planes: ['shade'], scalars: ['typical'] },
  'shade = max(0.02, min(2.2, shade / typical))',
)

// Ink and mascara lie on the skin as a film: its relief shows less than through powder.
const flatten = formula({ planes: ['ink', 'shade'] }, 'ink = 0.45 + 0.55 * min(1.4, shade)')

const within = formula(
  { planes: ['alpha', 'shown'], scalars: ['opacity'] },
  'alpha = min(1, alpha) * shown * opacity',
)

/**
 * Where the skin around an eye is: outside the lids' opening, inside the face, and not hidden by hair or glasses, which
 * have another colour or are much darker.
 */
function lidSkin(
  part: Part,
  eye: EyeLandmarks,
  { face, shade }: { face: Float32Array; shade: Float32Array },
  { skin: [r0, g0, b0], skinLuminance }: FaceLight,
): Float32Array {
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
  const skin = copyPlane(face)
  findSkin({ skin, open, r, g, b }, { rg: r0 / g0, bg: b0 / g0, typical })
  return skin
}

const findSkin = formula(
  { planes: ['skin', 'open', 'r', 'g', 'b'], scalars: ['rg', 'bg', 'typical'] },
  `
  y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  base = g + 0.004
  red = r / (base * rg)
  blue = b / (base * bg)
  off = hypot(red - 1, 0.7 * (blue - 1))
  dark = smoothstep(0.07, 0.2, y / typical)
  skin = skin * (1 - open) * dark * (1 - smoothstep(0.55, 1.1, off))
`,
)

/** What hides a part of the skin below an eye hides less of it than this. */
const SHOWN_SHARE = 0.25

/** The light on the skin below an eye, by the typical one: in side light one eye lies in shadow. At most 1. */
function lightOnCheek(part: Part, { lower }: EyeLandmarks, shade: Float32Array): number {
  const { width, height } = part
  const seen = landmarkPath(part, lower.slice(1).flat())
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height)
    .map(({ x, y }) => shade[Math.floor(y) * width + Math.floor(x)]!)
    .toSorted((a, b) => b - a)
  return Math.min(1, seen[Math.floor(SHOWN_SHARE * seen.length)] ?? 1)
}

/** The oval of the face with a soft edge inside: a far eye does not spill over the outline of the face. */
function faceMask(part: Part): Float32Array {
  const plane = allocZeroPlane(part.width * part.height)
  paintPolygon(plane, part, landmarkPath(part, FACE.oval))
  const soft = blur(plane, part, 0.006 * part.faceWidth)
  fade({ soft })
  return soft
}

const fade = formula({ planes: ['soft'] }, 'soft = smoothstep(0.5, 0.95, soft)')
