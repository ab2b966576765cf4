import type { Box, Picture, Point } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { alignClosedLips } from './align-closed-lips.ts'
import { blurredDonor, type Donor, downscaledDonor } from './donor.ts'
import { faceMesh, MESH_LANDMARKS } from './face-mesh.ts'
import {
  allocArenaPixels,
  drawnPicture,
  fillTriangle,
  openTriangleTarget,
  type TriangleCorners,
} from './fill-triangle.ts'
import type { Triangle } from './triangulate.ts'

/** Lays a face over a picture, softened by a Gaussian of so many of the picture's pixels. */
export type DonorWarp = (soft: number) => Picture

/**
 * Makes copies of an area of `picture` with the giver's face laid over one of its faces, triangle by triangle, hard-edged
 * and in its own colours. Alpha stays the picture's. Each copy holds until the next is made.
 */
export function prepareDonorWarp(picture: Picture, area: Box, face: Face, giver: Donor): DonorWarp {
  const ratio = donorSizeRatio(face, giver)
  const whole = Math.max(1, Math.floor(ratio))
  const source = downscaledDonor(giver, whole)
  const [own, given] = alignClosedLips(face.landmarks, source.landmarks)
  const to = MESH_LANDMARKS.map((i): Point => {
    const { x, y } = own[i]!
    return { x: x - area.left, y: y - area.top }
  })
  const from: Point[] = MESH_LANDMARKS.map((i) => given[i]!)
  // A triangle that looks away from the camera lies behind others.
  const mesh = faceMesh(own).filter((corners) => twiceArea(cornersOf(to, corners)) > 0)
  const pixels = { to: allocArenaPixels(area), from: allocArenaPixels(source.picture) }
  return (soft) => {
    const blurred = blurredDonor(source, (soft * ratio) / whole).picture
    const target = openTriangleTarget(picture, area, blurred, pixels)
    for (const corners of mesh)
      fillTriangle(target, cornersOf(to, corners), cornersOf(from, corners))
    return drawnPicture(target, picture, area)
  }
}

/** How many times as large the giver's face is. */
export function donorSizeRatio(face: Face, giver: Donor): number {
  return faceSizeOf(giver.landmarks) / Math.max(1, faceSizeOf(face.landmarks))
}

function faceSizeOf(landmarks: readonly Point[]): number {
  const [a, b] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [c, d] = [landmarks[FACE.foreheadTop]!, landmarks[FACE.chin]!]
  return Math.hypot(Math.hypot(a.x - b.x, a.y - b.y), Math.hypot(c.x - d.x, c.y - d.y))
}

function cornersOf(points: readonly Point[], [i, j, k]: Triangle): TriangleCorners {
  return [points[i]!, points[j]!, points[k]!]
}

function twiceArea([a, b, c]: TriangleCorners): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
