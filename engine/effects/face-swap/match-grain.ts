import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { medianWithin } from '../../raster/median-within.ts'
import type { Size } from '../../raster/picture.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { FACE } from '../../vision/faces/face.ts'

/** Grain that is too strong is taken off by a Gaussian of this sigma, pixels. */
const GRAIN_SIGMA = 1

/** The median of how far noise is from its mean, in deviations. */
const MEDIAN_PER_SIGMA = 0.6745

/** Marks of the height of eyes and mouth. */
const EYE_AND_MOUTH_CORNERS = [
  FACE.rightEye.outer,
  FACE.leftEye.outer,
  FACE.rightMouthCorner,
  FACE.leftMouthCorner,
]

/** The strongest grain that is added, in units of L*. */
const MAX_ADDED_SIGMA = 4

/** By how many times the new skin's may be stronger, and the least share of it that stays. */
const MAX_RATIO = 1.15
const MIN_KEPT_SHARE = 0.3

/**
 * Gives the new skin the grain of the old, L* both: smooth skin in a grainy picture looks painted on, and pores that were made
 * small in a smooth one like sand. `light` is changed.
 */
export function matchGrain(
  light: Float32Array,
  old: Float32Array,
  skin: Float32Array,
  frame: FaceRegionGeometry,
): void {
  const part = cheekRows(frame)
  const [before, now] = [old, light].map((plane) => grainOf(part.of(plane), part, part.of(skin)))
  if (now! > MAX_RATIO * before!) {
    const soft = blur(light, frame, GRAIN_SIGMA)
    attenuate(
      { light, soft, skin },
      { share: 1 - Math.max(MIN_KEPT_SHARE, (MAX_RATIO * before!) / now!) },
    )
    return
  }
  const missing = before! ** 2 - now! ** 2
  if (missing <= 0.01) return
  const sigma = Math.min(MAX_ADDED_SIGMA, Math.sqrt(missing))
  const random = seededRandom()
  for (let i = 0; i < light.length; i++) {
    if (skin[i] === 0) continue
    // Three even chances make a bell near enough; their variance is 1/4.
    const bell = 2 * (random() + random() + random() - 1.5)
    light[i] = light[i]! + sigma * skin[i]! * bell
  }
}

const attenuate = formula(
  { planes: ['light', 'skin', 'soft'], scalars: ['share'] },
  'light = light - share * skin * (light - soft)',
)

/**
 * The grain's standard deviation, by a mask that shading and edges leave near 0 (Immerkær, "Fast noise variance
 * estimation", Computer Vision and Image Understanding 64, 1996). Neighbours over the end of a row are no skin.
 */
function grainOf(light: Float32Array, { width, height }: Size, skin: Float32Array): number {
  const length = width * (height - 2) - 2
  if (length <= 0) return 0
  const off = allocPlane(length)
  const from = (row: number, column: number): Float32Array =>
    light.subarray(row * width + column, row * width + column + length)
  computeNoise({
    ...{ off, here: from(1, 1), up: from(0, 1), down: from(2, 1), left: from(1, 0) },
    ...{ right: from(1, 2), upLeft: from(0, 0), upRight: from(0, 2) },
    ...{ downLeft: from(2, 0), downRight: from(2, 2) },
  })
  return medianWithin(off, skin.subarray(width + 1, width + 1 + length)) / MEDIAN_PER_SIGMA
}

const computeNoise = formula(
  {
    planes: [
      'off',
      'here',
      'up',
      'down',
      'left',
      'right',
      'upLeft',
      'upRight',
      'downLeft',
      'downRight',
    ],
  },
  `
  off = abs(4 * here - 2 * (up + down + left + right) + upLeft + upRight + downLeft + downRight) / 6
`,
)

/** The rows of a frame between eyes and mouth, where most of the plain skin is: they say what its grain is. */
function cheekRows(frame: FaceRegionGeometry): Size & { of(plane: Float32Array): Float32Array } {
  const { width, height } = frame
  const levels = landmarkPath(frame, EYE_AND_MOUTH_CORNERS).map(({ y }) => Math.round(y))
  const top = Math.min(height - 1, Math.max(0, Math.min(...levels)))
  const end = Math.min(height, Math.max(top + 1, ...levels))
  return { width, height: end - top, of: (plane) => plane.subarray(top * width, end * width) }
}
