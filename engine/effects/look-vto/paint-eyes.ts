import type { Look } from '../../../catalog/looks/look.ts'
import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Picture } from '../../raster/picture.ts'
import { releaseOwnership } from '../../raster/pixels/copy-on-write.ts'
import { FACE } from '../../vision/faces/face.ts'
import { findBrow } from './find-brow.ts'
import { findLidSkin } from './find-lid-skin.ts'
import { fitLowerLid } from './fit-lower-lid.ts'
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
import { EYES_FACE, EYES_MARGIN, EYES_SHADE, INK } from './tuning.ts'

/** The part around each eye and its brow. */
export function partsOfEyes(face: FaceRegionGeometry, size: Size): FaceRegionGeometry[] {
  return EYE_LANDMARKS.map(({ upper, lower, browTop }) =>
    partAround(face, [...upper.flat(), ...lower.flat(), ...browTop], EYES_MARGIN, size),
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
  // Of both eyes, so that they are drawn alike.
  let softness: number | undefined
  for (const [nth, eye] of EYE_LANDMARKS.entries()) {
    const next = paintPart(painted, parts[nth]!, (part) => {
      const shade = luminanceOf(part.light)
      softness ??= measureBlur(shade, part)
      paintEye(part, eye, look, light, { shade, softness })
    })
    if (next !== painted) releaseOwnership(next)
    painted = next
  }
  return painted
}

/** @param shade the luminance of each pixel, which is related to that of skin in place */
function paintEye(
  found: Part,
  eye: EyeLandmarks,
  look: Look,
  light: FaceLight,
  { shade, softness }: { shade: Float32Array; softness: number },
): void {
  const shut = shutLids(found, eye)
  relate({ shade }, { typical: light.skinLuminance })
  const shown = faceMask(shut)
  const { skin, white } = findLidSkin(shut, eye, { face: shown, shade }, light)
  const part = fitLowerLid(shut, eye, white)
  const brows = zoneOf(look, 'brows')
  const brow = findBrow(part, eye, shade)
  if (brows) paintBrow(part, brow, brows, light)
  const covered = 1 - brow.seen
  paintEyeshadow(part, eye, look, { skin, white, shade, softness, covered }, light)
  const ink = allocPlane(shade.length)
  flatten({ ink, shade })
  const outside = { shown: copyPlane(shown), ink, softness }
  leaveOut({ outside: outside.shown, white })
  const lower = zoneOf(look, 'lower-liner')
  if (lower) draw(part, lowerLinerMask(part, eye, lower), outside, lower, light)
  const liner = zoneOf(look, 'liner')
  if (liner) draw(part, linerMask(part, eye, liner), { shown, ink, softness }, liner, light)
  const lashes = zoneOf(look, 'lashes')
  if (lashes) draw(part, lashMask(part, eye, lashes), outside, lashes, light)
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
  `shade = max(${EYES_SHADE.least}, min(${EYES_SHADE.most}, shade / typical))`,
)

// Ink and mascara lie on the skin as a film: its relief shows less than through powder.
const flatten = formula(
  { planes: ['ink', 'shade'] },
  `ink = ${INK.even} + ${1 - INK.even} * min(${INK.mostLight}, shade)`,
)

const within = formula(
  { planes: ['alpha', 'shown'], scalars: ['opacity'] },
  'alpha = min(1, alpha) * shown * opacity',
)

const leaveOut = formula({ planes: ['outside', 'white'] }, 'outside = outside * (1 - white)')

/** The oval of the face with a soft edge inside: a far eye does not spill over the outline of the face. */
function faceMask(part: Part): Float32Array {
  const plane = allocZeroPlane(part.width * part.height)
  paintPolygon(plane, part, landmarkPath(part, FACE.oval))
  const soft = blur(plane, part, EYES_FACE.sigma * part.faceWidth)
  fade({ soft })
  return soft
}

const fade = formula(
  { planes: ['soft'] },
  `soft = smoothstep(${EYES_FACE.from}, ${EYES_FACE.to}, soft)`,
)
