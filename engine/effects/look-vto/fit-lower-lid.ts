import type { FaceRegionGeometry } from '../../face/face-region.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { lidLine } from './lid-line.ts'
import { BELOW_LOWER_LID, LEAST_SHARE, LOWER_LID_REACH, LOWER_LID_WHITE } from './tuning.ts'

/**
 * The geometry with the lower lid of an eye moved down to where its white ends: the mesh has that of a wide or turned
 * eye too high, and lashes would grow in the iris. The lid is a bow, so that it is known below the iris, too.
 * @param white where the white of the eye shows, 0–1
 */
export function fitLowerLid<Of extends FaceRegionGeometry>(
  part: Of,
  eye: EyeLandmarks,
  white: Float32Array,
): Of {
  const { points, normals, width } = lidLine(part, eye, -1)
  const last = points.length - 1
  const depths: number[] = []
  for (const [nth, { x, y }] of points.entries()) {
    const normal = normals[nth]!
    let by = 0
    while (
      by < LOWER_LID_REACH * width &&
      isWhite(part, white, x + by * normal.x, y + by * normal.y)
    )
      by++
    if (by > 0 && nth > 0 && nth < last) depths.push(by / bow(nth / last))
  }
  if (depths.length < LEAST_SHARE * last) return part
  const depth = Math.min(LOWER_LID_REACH * width, medianOrZero(depths))
  const moved = [...part.points]
  const [margin, below] = eye.lower
  for (const [nth, at] of margin.entries()) {
    const t = nth / (margin.length - 1)
    const { x, y } = normals[Math.round(t * last)]!
    const by = depth * bow(t)
    const [lid, under] = [moved[at]!, moved[below[nth]!]!]
    moved[at] = { x: lid.x + by * x, y: lid.y + by * y }
    moved[below[nth]!] = {
      x: under.x + BELOW_LOWER_LID * by * x,
      y: under.y + BELOW_LOWER_LID * by * y,
    }
  }
  return { ...part, points: moved }
}

/** 0 at the corners of an eye, 1 in the middle between them. */
function bow(t: number): number {
  return 4 * t * (1 - t)
}

function isWhite(
  { width, height }: FaceRegionGeometry,
  white: Float32Array,
  x: number,
  y: number,
): boolean {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return false
  return white[row * width + column]! > LOWER_LID_WHITE
}
