import type { Picture, Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/face.ts'
import { faceMesh, MOVED } from './face-mesh.ts'
import { type Corners, fillTriangle, openSketch } from './fill-triangle.ts'
import { type Giver, shrunk, softened } from './giver.ts'
import type { Triangle } from './triangulate.ts'

/** Lays a face over a picture, softened by a Gaussian of so many of the picture's pixels. */
export type Warp = (soft: number) => Picture

/**
 * Makes copies of `picture` with the giver's face laid over one of its faces, triangle by triangle, hard-edged and in its
 * own colours. Alpha stays the picture's.
 */
export function warpOnto(picture: Picture, face: Face, giver: Giver): Warp {
  const ratio = sizeRatio(face, giver)
  const whole = Math.max(1, Math.floor(ratio))
  const source = shrunk(giver, whole)
  const to: Point[] = MOVED.map((i) => face.landmarks[i]!)
  const from: Point[] = MOVED.map((i) => source.landmarks[i]!)
  // A triangle that looks away from the camera lies behind others.
  const mesh = faceMesh(face.landmarks).filter((corners) => area(corner(to, corners)) > 0)
  return (soft) => {
    const sketch = openSketch(picture, softened(source, (soft * ratio) / whole).picture)
    for (const corners of mesh) fillTriangle(sketch, corner(to, corners), corner(from, corners))
    return sketch.read()
  }
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

const corner = (points: readonly Point[], [i, j, k]: Triangle): Corners => [
  points[i]!,
  points[j]!,
  points[k]!,
]

const area = ([a, b, c]: Corners): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
