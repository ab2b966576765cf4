import { solveLinear } from '../../geometry/solve-linear.ts'
import { CAMERA_LEAST, CAMERA_PRIOR, CAMERA_SCALES, CAMERA_STILL } from '../tuning.ts'
/** Motion of a whole frame: where a position was, as an affine function of the position. */
export type CameraMotion = {
  x: readonly [number, number, number]
  y: readonly [number, number, number]
}

/** Positions, their vectors, and how far each vector can be trusted, 0–1. */
export type Vectors = {
  x: Float32Array
  y: Float32Array
  dx: Float32Array
  dy: Float32Array
  weight: Float32Array
}

/**
 * The motion of the camera among vectors of which many belong to things that move by themselves: starts at the most
 * frequent vector, then weighted least squares with weights after Geman and McClure (1985), ever stricter. Positions
 * are shares of the frame, −1 to 1.
 *
 * `estimateCamera` tracks points of its own and fits a projection to them by random samples, exact enough to lay frames
 * over each other. Here every frame brings thousands of vectors of blocks, most of them on plain ground, and wants a
 * start for the search of the next ones: no samples are drawn, and what hardly differs from stillness is stillness.
 */
export function fitCamera(vectors: Vectors): CameraMotion {
  const [startX, startY] = mostFrequent(vectors)
  let camera: CameraMotion = { x: [startX, 0, 0], y: [startY, 0, 0] }
  for (const scale of CAMERA_SCALES) {
    const next = fitOnce(vectors, camera, scale)
    if (!next) break
    camera = next
  }
  return isStill(camera) ? { x: [0, 0, 0], y: [0, 0, 0] } : camera
}

/** The camera's vector at a position. */
export function cameraX({ x: [a, b, c] }: CameraMotion, x: number, y: number): number {
  return a + b * x + c * y
}

export function cameraY({ y: [a, b, c] }: CameraMotion, x: number, y: number): number {
  return a + b * x + c * y
}

function isStill(camera: CameraMotion): boolean {
  return [-1, 1].every((x) =>
    [-1, 1].every((y) => Math.hypot(cameraX(camera, x, y), cameraY(camera, x, y)) < CAMERA_STILL),
  )
}

function mostFrequent({ dx, dy, weight }: Vectors): [number, number] {
  const votes = new Map<string, { weight: number; x: number; y: number }>()
  let best = { weight: 0, x: 0, y: 0 }
  for (let at = 0; at < dx.length; at++) {
    const key = `${Math.round(dx[at]!)} ${Math.round(dy[at]!)}`
    const vote = votes.get(key) ?? { weight: 0, x: Math.round(dx[at]!), y: Math.round(dy[at]!) }
    vote.weight += weight[at]!
    votes.set(key, vote)
    if (vote.weight > best.weight) best = vote
  }
  return [best.x, best.y]
}

function fitOnce(
  { x, y, dx, dy, weight }: Vectors,
  camera: CameraMotion,
  scale: number,
): CameraMotion | undefined {
  let [n, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0]
  let [tx, txx, txy, ty, tyx, tyy] = [0, 0, 0, 0, 0, 0]
  for (let at = 0; at < x.length; at++) {
    const px = x[at]!
    const py = y[at]!
    const ex = dx[at]! - cameraX(camera, px, py)
    const ey = dy[at]! - cameraY(camera, px, py)
    const off = 1 + (ex * ex + ey * ey) / (scale * scale)
    const share = weight[at]! / (off * off)
    n += share
    sx += share * px
    sy += share * py
    sxx += share * px * px
    sxy += share * px * py
    syy += share * py * py
    tx += share * dx[at]!
    txx += share * px * dx[at]!
    txy += share * py * dx[at]!
    ty += share * dy[at]!
    tyx += share * px * dy[at]!
    tyy += share * py * dy[at]!
  }

  const prior = CAMERA_PRIOR * n
  if (!(n > CAMERA_LEAST)) return undefined
  const solve = (t: number, tx: number, ty: number): [number, number, number] | undefined => {
    const solved = solveLinear(
      Float64Array.of(
        ...[n, sx, sy, t],
        ...[sx, sxx + prior, sxy, tx],
        ...[sy, sxy, syy + prior, ty],
      ),
      3,
    )
    return solved && [solved[0]!, solved[1]!, solved[2]!]
  }
  const [toX, toY] = [solve(tx, txx, txy), solve(ty, tyx, tyy)]
  return toX && toY && { x: toX, y: toY }
}
