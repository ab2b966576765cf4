import type { Look, ZoneOf } from '../../../catalog/looks/look.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LinearRgb } from '../../raster/lab.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { EYESHADOW_ORDER, EYESHADOW_ZONES, type EyeshadowZone } from './eyeshadow-zones.ts'
import type { LidCoordinates } from './lid-coordinates.ts'
import type { FaceLight } from './measure-light.ts'
import { zoneOf } from './paint-skin.ts'
import type { Part } from './part.ts'
import { addGlow, coverWith, litPigment, sheer } from './pigment.ts'

/** How finishes reflect: a sheen in the middle of the lid, and sparkle, as shares of a white surface's light. */
const REFLECTION: Record<ZoneOf<EyeshadowZone>['finish'], { sheen: number; sparkle: number }> = {
  matte: { sheen: 0, sparkle: 0 },
  satin: { sheen: 0.1, sparkle: 0 },
  shimmer: { sheen: 0.22, sparkle: 0.5 },
  metallic: { sheen: 0.5, sparkle: 0.32 },
}

/** The edge of every zone is softened once more, by a sigma in widths of the face. */
const SOFTNESS = 0.008

/** By what share powder that is paler than the skin takes on its luminance. */
const SHEER = 0.25

/** The size of a grain of sparkle, a sigma in widths of the face. */
const GRAIN = 0.0016

/** The height on the lid up to which eyeshadow is laid under a fringe, and from which on it is not. */
const BELOW_FRINGE = [0.3, 0.6] as const

/** What is known of the skin around an eye, as planes: where it is, 0–1, and the light on it by the typical one. */
type Around = {
  skin: Float32Array
  shade: Float32Array
  /** The sigma by which the picture is blurred, in pixels. */
  softness: number
  /** How surely hair covers the brow, 0–1. */
  covered: number
}

/** Lays the eyeshadow of a look around one eye. */
export function paintEyeshadow(
  part: Part,
  { across, up }: LidCoordinates,
  look: Look,
  { skin, shade, softness, covered }: Around,
  faceLight: FaceLight,
): void {
  for (const name of EYESHADOW_ORDER) {
    const zone = zoneOf(look, name)
    if (!zone) continue
    const spread = EYESHADOW_ZONES[name]
    const plane = allocZeroPlane(across.length)
    for (let i = 0; i < plane.length; i++) {
      if (across[i] === -1) continue
      plane[i] = spread(across[i]!, up[i]!) * (1 - covered * smoothstep(...BELOW_FRINGE, up[i]!))
    }
    const alpha = blur(plane, part, SOFTNESS * part.faceWidth)
    limit({ alpha, skin }, { opacity: zone.opacity })
    const lit = litPigment(zone.pigment, faceLight)
    const pigment = sheer(lit, faceLight.skinLuminance, SHEER)
    coverWith(part.light, alpha, shade, pigment)
    reflect(part, { across, up }, { alpha, shade, softness }, pigment, zone.finish)
  }
}

const limit = formula(
  { planes: ['alpha', 'skin'], scalars: ['opacity'] },
  'alpha = alpha * skin * opacity',
)

function reflect(
  part: Part,
  { across, up }: LidCoordinates,
  { alpha, shade, softness }: { alpha: Float32Array; shade: Float32Array; softness: number },
  [r, g, b]: LinearRgb,
  finish: ZoneOf<EyeshadowZone>['finish'],
): void {
  const { sheen, sparkle } = REFLECTION[finish]
  if (sheen === 0) return
  const glow = allocZeroPlane(alpha.length)
  for (let i = 0; i < glow.length; i++) {
    if (alpha[i]! < 0.002) continue
    // The lid is round: it is brightest in the middle, a little above its edge.
    const round = ((across[i]! - 0.5) / 0.32) ** 2 + ((up[i]! - 0.16) / 0.17) ** 2
    glow[i] = sheen * Math.exp(-round)
  }
  if (sparkle > 0) {
    const grains = sparkleGrains(part, softness)
    scatter({ glow, grains }, { sparkle })
  }
  weigh({ glow, alpha, shade })
  // Particles of mica reflect the light's colour more than the pigment's.
  const tint = (own: number): number => 0.6 * own + 0.4 * (0.35 * own + 0.45)
  addGlow(part.light, glow, [tint(r), tint(g), tint(b)])
}

const scatter = formula(
  { planes: ['glow', 'grains'], scalars: ['sparkle'] },
  'glow = glow * (1 + sparkle * grains) + 0.25 * sparkle * max(0, grains)',
)

const weigh = formula(
  { planes: ['glow', 'alpha', 'shade'] },
  'glow = max(0, glow) * alpha * min(1.5, shade)',
)

/** Noise of grains whose size is a share of the face's: of mean 0, and deviation 1 where the picture is sharp. */
function sparkleGrains(part: Part, softness: number): Float32Array {
  const random = seededRandom()
  const noise = allocPlane(part.width * part.height)
  for (let i = 0; i < noise.length; i++) noise[i] = 2 * random() - 1
  const sigma = Math.max(0.45, GRAIN * part.faceWidth)
  const grains = blur(noise, part, Math.hypot(sigma, softness))
  // A Gaussian blur divides the deviation of white noise by 2 sqrt(pi) sigma; that of a uniform value is 1/sqrt(3).
  normalise({ grains }, { by: Math.sqrt(3) * 2 * Math.sqrt(Math.PI) * sigma })
  return grains
}

const normalise = formula({ planes: ['grains'], scalars: ['by'] }, 'grains = grains * by')
