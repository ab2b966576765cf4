import type { Picture, Point } from '../../raster/picture.ts'
import { sampleBicubic } from '../../raster/sample.ts'
import { FACE, type Face } from '../../vision/face.ts'
import { faceMesh, MOVED } from './face-mesh.ts'
import { type Giver, shrunk, softened } from './giver.ts'
import type { Triangle } from './triangulate.ts'

/**
 * A copy of `picture` with the giver's face laid over one of its faces, triangle by triangle, hard-edged and in its own
 * colours, softened by a Gaussian of `soft` of the picture's pixels. Alpha stays the picture's.
 */
export function warpOnto(picture: Picture, face: Face, giver: Giver, soft = 0): Picture {
  const ratio = sizeRatio(face, giver)
  const whole = Math.max(1, Math.floor(ratio))
  const source = softened(shrunk(giver, whole), (soft * ratio) / whole)
  const data = new Uint8ClampedArray(picture.data)
  const result = { ...picture, data }
  const to: Point[] = MOVED.map((i) => face.landmarks[i]!)
  const from: Point[] = MOVED.map((i) => source.landmarks[i]!)
  for (const corners of faceMesh(face.landmarks)) {
    const target = corner(to, corners)
    // A triangle that looks away from the camera lies behind others.
    if (area(target) <= 0) continue
    fillTriangle(result, target, source.picture, corner(from, corners))
  }
  return result
}

/** How many times as large the giver's face is. */
export function sizeRatio(face: Face, giver: Giver): number {
  return sizeOf(giver.landmarks) / Math.max(1, sizeOf(face.landmarks))
}

function sizeOf(landmarks: readonly Point[]): number {
  const [a, b] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [c, d] = [landmarks[FACE.foreheadTop]!, landmarks[FACE.chin]!]
  return Math.hypot(Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(c.x - d.x, c.y - d.y))
}

type Corners = readonly [Point, Point, Point]

const corner = (points: readonly Point[], [i, j, k]: Triangle): Corners => [
  points[i]!,
  points[j]!,
  points[k]!,
]

const area = ([a, b, c]: Corners): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

const colour = new Float64Array(4)

function fillTriangle(result: Picture, target: Corners, source: Picture, from: Corners): void {
  const [a, b, c] = target
  const whole = area(target)
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y) - 0.5))
  const bottom = Math.min(result.height - 1, Math.ceil(Math.max(a.y, b.y, c.y)))
  const left = Math.max(0, Math.floor(Math.min(a.x, b.x, c.x) - 0.5))
  const right = Math.min(result.width - 1, Math.ceil(Math.max(a.x, b.x, c.x)))
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5
    const [first, last] = columns(target, py, left, right)
    for (let x = first; x <= last; x++) {
      const px = x + 0.5
      const u = ((c.x - b.x) * (py - b.y) - (c.y - b.y) * (px - b.x)) / whole
      const v = ((a.x - c.x) * (py - c.y) - (a.y - c.y) * (px - c.x)) / whole
      const w = 1 - u - v
      if (u < -1e-9 || v < -1e-9 || w < -1e-9) continue
      const sx = u * from[0].x + v * from[1].x + w * from[2].x - 0.5
      const sy = u * from[0].y + v * from[1].y + w * from[2].y - 0.5
      sampleBicubic(source.data, source.width, source.height, sx, sy, colour)
      const at = (y * result.width + x) * 4
      for (let k = 0; k < 3; k++) result.data[at + k] = colour[k]!
    }
  }
}

/** The first and last column whose middles may lie in a triangle at a height, with one to spare on either side. */
function columns(target: Corners, y: number, left: number, right: number): [number, number] {
  let [first, last] = [right, left]
  for (let k = 0; k < 3; k++) {
    const [a, b] = [target[k]!, target[(k + 1) % 3]!]
    if (Math.max(a.y, b.y) < y || Math.min(a.y, b.y) > y) continue
    const across = (t: number): number => a.x + t * (b.x - a.x)
    const cuts = a.y === b.y ? [a.x, b.x] : [across((y - a.y) / (b.y - a.y))]
    first = Math.min(first, ...cuts.map((x) => Math.floor(x) - 1))
    last = Math.max(last, ...cuts.map((x) => Math.ceil(x) + 1))
  }
  return [Math.max(left, first), Math.min(right, last)]
}
