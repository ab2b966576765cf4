import { type FaceRegionGeometry, halveGeometry } from '../../face/face-region.ts'
import { meanPoint, type Point } from '../../geometry/point.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { doubleSize } from '../../raster/filter/half-size.ts'
import type { Stroke } from './soft-zones.ts'
import { STROKES_MAX_FACE_WIDTH } from './tuning.ts'

/** The share of pigment that brush strokes lay on each pixel, 0–1: most in the middle of a stroke, fading outwards. */
export function paintStrokes(region: FaceRegionGeometry, strokes: readonly Stroke[]): Float32Array {
  if (region.faceWidth > STROKES_MAX_FACE_WIDTH) {
    const half = halveGeometry(region)
    return doubleSize(paintStrokes(half, strokes), half, region)
  }
  const plane = allocZeroPlane(region.width * region.height)
  for (const stroke of strokes) paintStroke(plane, region, stroke)
  return plane
}

function paintStroke(plane: Float32Array, region: FaceRegionGeometry, stroke: Stroke): void {
  const { width, height, faceWidth, points } = region
  const path = stroke.path.map((landmarks) => meanPoint(landmarks.map((i) => points[i]!)))
  const [full, end] = [stroke.full * faceWidth, stroke.end * faceWidth]
  const xs = path.map(({ x }) => x)
  const ys = path.map(({ y }) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs) - end))
  const right = Math.min(width, Math.ceil(Math.max(...xs) + end))
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + end))
  for (let y = Math.max(0, Math.floor(Math.min(...ys) - end)); y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const { far, along } = nearest(path, x + 0.5, y + 0.5)
      if (far >= end) continue
      const t = Math.min(1, (end - far) / (end - full))
      const soft = t * t * (3 - 2 * t)
      const weight = stroke.weight * (1 + along * (stroke.last - 1))
      const at = y * width + x
      plane[at] = Math.max(plane[at]!, weight * soft)
    }
  }
}

/** How far a point lies from a polyline of one or more points, and how far along the line is nearest, 0–1. */
function nearest(path: readonly Point[], x: number, y: number): { far: number; along: number } {
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (let nth = 0; nth < path.length; nth++) {
    const to = path[nth]!
    const from = path[Math.max(0, nth - 1)]!
    const dx = to.x - from.x
    const dy = to.y - from.y
    const t = Math.min(
      1,
      Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)),
    )
    const offX = x - from.x - t * dx
    const offY = y - from.y - t * dy
    const squared = offX * offX + offY * offY
    if (squared >= least) continue
    least = squared
    at = nth - 1 + t
  }
  return { far: Math.sqrt(least), along: Math.max(0, at) / Math.max(1, path.length - 1) }
}
