import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { robustDeviationWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { FACE } from '../../vision/faces/face.ts'
import { GRAIN_SIGMA, MAX_ADDED_SIGMA, MAX_RATIO, MIN_KEPT_SHARE, MISSING_GRAIN } from './tuning.ts'

/** Landmarks at the height of eyes and mouth. */
const EYE_AND_MOUTH_CORNERS = [
  FACE.rightEye.outer,
  FACE.leftEye.outer,
  FACE.rightMouthCorner,
  FACE.leftMouthCorner,
]

/**
 * Gives the donor's skin the grain of the target's: smooth skin in a grainy picture looks painted on, and downscaled
 * pores in a smooth picture look like sand.
 * @param light the donor's L*, which is changed
 * @param target the target's L*
 * @param skin the clear skin of both, 0–1
 */
export function matchGrain(
  light: Float32Array,
  target: Float32Array,
  skin: Float32Array,
  region: FaceRegionGeometry,
): void {
  const rows = cheekRows(region)
  const [targetGrain, donorGrain] = [target, light].map((plane) =>
    grainOf(rows.of(plane), rows, rows.of(skin)),
  )
  if (donorGrain! > MAX_RATIO * targetGrain!) {
    const soft = blur(light, region, GRAIN_SIGMA)
    attenuate(
      { light, soft, skin },
      { share: 1 - Math.max(MIN_KEPT_SHARE, (MAX_RATIO * targetGrain!) / donorGrain!) },
    )
    return
  }
  const missing = targetGrain! ** 2 - donorGrain! ** 2
  if (missing <= MISSING_GRAIN) return
  const sigma = Math.min(MAX_ADDED_SIGMA, Math.sqrt(missing))
  const random = seededRandom()
  for (let i = 0; i < light.length; i++) {
    if (skin[i] === 0) continue
    // The sum of three uniform values is close to a Gaussian; its variance is 1/4.
    const bell = 2 * (random() + random() + random() - 3 / 2)
    light[i] = light[i]! + sigma * skin[i]! * bell
  }
}

const attenuate = formula(
  { planes: ['light', 'skin', 'soft'], scalars: ['share'] },
  'light = light - share * skin * (light - soft)',
)

/**
 * The standard deviation of grain, from the response of a Laplacian that shading and edges leave near 0 (Immerkær,
 * "Fast noise variance estimation", Computer Vision and Image Understanding 64, 1996). It runs over the ends of rows,
 * where there is no skin.
 */
function grainOf(light: Float32Array, { width, height }: Size, skin: Float32Array): number {
  const length = width * (height - 2) - 2
  if (length <= 0) return 0
  const response = allocPlane(length)
  const from = (row: number, column: number): Float32Array =>
    light.subarray(row * width + column, row * width + column + length)
  computeNoise({
    response,
    here: from(1, 1),
    up: from(0, 1),
    down: from(2, 1),
    left: from(1, 0),
    right: from(1, 2),
    upLeft: from(0, 0),
    upRight: from(0, 2),
    downLeft: from(2, 0),
    downRight: from(2, 2),
  })
  return robustDeviationWithin(response, skin.subarray(width + 1, width + 1 + length))
}

const computeNoise = formula(
  {
    planes: [
      'response',
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
  response = abs(4 * here - 2 * (up + down + left + right) + upLeft + upRight + downLeft + downRight) / 6
`,
)

/** The rows of a region between eyes and mouth, which show most of the clear skin and so its grain. */
function cheekRows(region: FaceRegionGeometry): Size & { of(plane: Float32Array): Float32Array } {
  const { width, height } = region
  const levels = landmarkPath(region, EYE_AND_MOUTH_CORNERS).map(({ y }) => Math.round(y))
  const top = Math.min(height - 1, Math.max(0, Math.min(...levels)))
  const end = Math.min(height, Math.max(top + 1, ...levels))
  return { width, height: end - top, of: (plane) => plane.subarray(top * width, end * width) }
}
