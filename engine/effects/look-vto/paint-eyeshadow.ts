import type { Look } from '../../../catalog/looks/look.ts'
import { type FaceRegionGeometry, halveGeometry } from '../../face/face-region.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { type LinearRgb, luminance } from '../../raster/colour/lab.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { EYESHADOW_ORDER, type EyeshadowZone } from './eyeshadow-zones.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { type LidCoordinates, lidCoordinates } from './lid-coordinates.ts'
import type { FaceLight } from './measure-light.ts'
import { zoneOf } from './paint-skin.ts'
import type { Part } from './part.ts'
import { addGlow, coverWith, limitPale, litPigment, sheer } from './pigment.ts'
import { spreadEyeshadow } from './spread-eyeshadow.ts'
import {
  BELOW_FRINGE,
  EYESHADOW_AROUND,
  EYESHADOW_BELOW,
  EYESHADOW_FINISH,
  EYESHADOW_GRAIN,
  EYESHADOW_MAX_FACE_WIDTH,
  EYESHADOW_MICA,
  EYESHADOW_PALER,
  EYESHADOW_SHEEN,
  EYESHADOW_SHEER,
  EYESHADOW_SOFTNESS,
  EYESHADOW_WORN,
} from './tuning.ts'

/** Zones that touch the white of an eye where the mesh has it too narrow. An upper lid can be as pale as the white. */
const BESIDE_EYE: ReadonlySet<EyeshadowZone> = new Set(['lower-lid', 'inner-corner'])

/**
 * What is known of the skin around an eye, as planes: where it is, 0–1, where the white of the eye shows beside it,
 * 0–1, and the light on it by the typical one.
 */
type Around = {
  skin: Float32Array
  white: Float32Array
  shade: Float32Array
  /** The sigma by which the picture is blurred, in pixels. */
  softness: number
  /** How surely hair covers the brow, 0–1. */
  covered: number
}

/** Lays the eyeshadow of a look around one eye. */
export function paintEyeshadow(
  part: Part,
  eye: EyeLandmarks,
  look: Look,
  { skin, white, shade, softness, covered }: Around,
  faceLight: FaceLight,
): void {
  const zones = EYESHADOW_ORDER.map((name) => zoneOf(look, name)).filter(
    (zone) => zone !== undefined,
  )
  if (zones.length === 0) return
  const sizes = sizesOf(part)
  const coordinates = lidCoordinates(sizes.at(-1)!, eye)
  const around = blur(shade, part, EYESHADOW_AROUND * part.faceWidth)
  const below = lightBelow(part, eye, { skin, shade })
  const besideEye = copyPlane(skin)
  leaveOut({ besideEye, white })
  let grains: Float32Array | undefined
  for (const zone of zones) {
    const alpha = enlarge(spreadOf(zone.zone, coordinates, sizes.at(-1)!, covered), sizes)
    const lit = litPigment(zone.pigment, faceLight)
    const pale = smoothstep(...EYESHADOW_PALER, luminance(...lit) / faceLight.skinLuminance)
    const where = BESIDE_EYE.has(zone.zone) ? besideEye : skin
    limit({ alpha, skin: where, around }, { opacity: zone.opacity, pale, below })
    const pigment = limitPale(
      sheer(lit, faceLight.skinLuminance, EYESHADOW_SHEER),
      zone.pigment,
      faceLight,
    )
    coverWith(part.light, alpha, shade, pigment)
    const finish = EYESHADOW_FINISH[zone.finish]
    if (!finish) continue
    const { sheen, sparkle } = finish
    const glow = enlarge(sheenOf(coordinates, sheen), sizes)
    if (sparkle > 0) {
      grains ??= sparkleGrains(part, softness)
      scatter({ glow, grains }, { sparkle })
    }
    reflect(part, glow, { alpha, shade }, pigment, faceLight)
  }
}

/** The light on the skin below an eye, by the typical one: in shadow a lid without make-up is dark, too. */
function lightBelow(
  part: FaceRegionGeometry,
  eye: EyeLandmarks,
  { skin, shade }: Pick<Around, 'skin' | 'shade'>,
): number {
  const lid = eye.lower[0].map((at) => part.points[at]!)
  let [sum, weight] = [EYESHADOW_BELOW.full, EYESHADOW_BELOW.full]
  for (const { x, y } of lid) {
    for (let by = EYESHADOW_BELOW.from; by <= EYESHADOW_BELOW.to; by += EYESHADOW_BELOW.step) {
      const [u, v] = [x - part.up.x * by * part.faceWidth, y - part.up.y * by * part.faceWidth]
      if (u < 0 || v < 0 || u >= part.width || v >= part.height) continue
      const at = Math.floor(v) * part.width + Math.floor(u)
      sum += shade[at]! * skin[at]!
      weight += skin[at]!
    }
  }
  return Math.max(EYESHADOW_BELOW.least, Math.min(1, sum / weight))
}

/** The part at its own size, at half of it, and so on until the face is narrow enough. */
function sizesOf({ light: _, ...part }: Part): FaceRegionGeometry[] {
  const sizes: FaceRegionGeometry[] = [part]
  while (sizes.at(-1)!.faceWidth > EYESHADOW_MAX_FACE_WIDTH)
    sizes.push(halveGeometry(sizes.at(-1)!))
  return sizes
}

/** A plane of the last of these sizes at the first one. */
function enlarge(plane: Float32Array, sizes: readonly FaceRegionGeometry[]): Float32Array {
  let large = plane
  for (let nth = sizes.length - 1; nth > 0; nth--) {
    large = doubleSize(large, sizes[nth]!, sizes[nth - 1]!)
  }
  return large
}

/** How much pigment a zone has where, 0–1. */
function spreadOf(
  name: EyeshadowZone,
  { across, up }: LidCoordinates,
  size: FaceRegionGeometry,
  covered: number,
): Float32Array {
  const plane = allocZeroPlane(across.length)
  const [from, to] = BELOW_FRINGE
  for (let i = 0; i < plane.length; i++) {
    if (across[i] === -1) continue
    plane[i] =
      spreadEyeshadow(name, across[i]!, up[i]!) * (1 - covered * smoothstep(from, to, up[i]!))
  }
  return blur(plane, size, EYESHADOW_SOFTNESS * size.faceWidth)
}

/** The sheen of the lid, which is round: it is brightest in the middle, a little above its edge. */
function sheenOf({ across, up }: LidCoordinates, sheen: number): Float32Array {
  const glow = allocZeroPlane(across.length)
  for (let i = 0; i < glow.length; i++) {
    if (across[i] === -1) continue
    const along = (across[i]! - EYESHADOW_SHEEN.across.middle) / EYESHADOW_SHEEN.across.reach
    const above = (up[i]! - EYESHADOW_SHEEN.up.middle) / EYESHADOW_SHEEN.up.reach
    glow[i] = sheen * Math.exp(-along * along - above * above)
  }
  return glow
}

const leaveOut = formula({ planes: ['besideEye', 'white'] }, 'besideEye = besideEye * (1 - white)')

const limit = formula(
  { planes: ['alpha', 'skin', 'around'], scalars: ['opacity', 'pale', 'below'] },
  `
  made = 1 - smoothstep(${EYESHADOW_WORN.from}, ${EYESHADOW_WORN.to}, around / below)
  alpha = alpha * skin * opacity * (1 - ${EYESHADOW_WORN.less} * pale * made)
`,
)

function reflect(
  part: Part,
  glow: Float32Array,
  { alpha, shade }: { alpha: Float32Array; shade: Float32Array },
  pigment: LinearRgb,
  { colour }: FaceLight,
): void {
  weigh({ glow, alpha, shade })
  // Particles of mica reflect the light's colour more than the pigment's.
  const tint = (channel: 0 | 1 | 2): number =>
    EYESHADOW_MICA.pigment * pigment[channel] + EYESHADOW_MICA.light * colour[channel]
  addGlow(part.light, glow, [tint(0), tint(1), tint(2)])
}

const scatter = formula(
  { planes: ['glow', 'grains'], scalars: ['sparkle'] },
  `glow = glow * (1 + sparkle * grains) + ${EYESHADOW_GRAIN.alone} * sparkle * max(0, grains)`,
)

const weigh = formula(
  { planes: ['glow', 'alpha', 'shade'] },
  `glow = max(0, glow) * alpha * min(${EYESHADOW_MICA.mostShade}, shade)`,
)

/** Noise of grains whose size is a share of the face's: of mean 0, and deviation 1 where the picture is sharp. */
function sparkleGrains(part: Part, softness: number): Float32Array {
  const random = seededRandom()
  const noise = allocPlane(part.width * part.height)
  for (let i = 0; i < noise.length; i++) noise[i] = 2 * random() - 1
  const sigma = Math.max(EYESHADOW_GRAIN.least, EYESHADOW_GRAIN.sigma * part.faceWidth)
  const grains = blur(noise, part, Math.hypot(sigma, softness))
  // A Gaussian blur divides the deviation of white noise by 2 sqrt(pi) sigma; that of a uniform value is 1/sqrt(3).
  normalise({ grains }, { by: Math.sqrt(3) * 2 * Math.sqrt(Math.PI) * sigma })
  return grains
}

const normalise = formula({ planes: ['grains'], scalars: ['by'] }, 'grains = grains * by')
