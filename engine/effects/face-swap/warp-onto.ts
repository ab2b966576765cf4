import type { Box, Picture, Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/face.ts'
import { faceMesh, MOVED } from './face-mesh.ts'
import { type Corners, fillTriangle, openSketch } from './fill-triangle.ts'
import { type Giver, shrunk, softened } from './giver.ts'
import { meetLips } from './meet-lips.ts'
import type { Triangle } from './triangulate.ts'

/** Lays a face over a picture, softened by a Gaussian of so many of the picture's pixels. */
export type Warp = (soft: number) => Picture

/**
 * Makes copies of an area of `picture` with the giver's face laid over one of its faces, triangle by triangle, hard-edged
 * and in its own colours. Alpha stays the picture's. Each copy holds until the next is made.
 */
export function warpOnto(picture: Picture, area: Box, face: Face, giver: Giver): Warp {
  const ratio = sizeRatio(face, giver)
  const whole = Math.max(1, Math.floor(ratio))
  const source = shrunk(giver, whole)
  const [own, given] = meetLips(face.landmarks, source.landmarks)
  const to = MOVED.map((i): Point => {
    const { x, y } = own[i]!
    return { x: x - area.left, y: y - area.top }
  })
  const from: Point[] = MOVED.map((i) => given[i]!)
  // A triangle that looks away from the camera lies behind others.
  const mesh = faceMesh(own).filter((corners) => twiceArea(corner(to, corners)) > 0)
  return (soft) => {
    const sketch = openSketch(picture, area, softened(source, (soft * ratio) / whole).picture)
    for (const corners of mesh) fillTriangle(sketch, corner(to, corners), corner(from, corners))
    return sketch.finish()
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

const twiceArea = ([a, b, c]: Corners): number =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
