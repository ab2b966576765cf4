import type { Box } from '../../geometry/box.ts'
import { distance, type Point } from '../../geometry/point.ts'
import type { Picture } from '../../raster/picture.ts'
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

/** Draws the donor, blurred by a Gaussian of this sigma in pixels of the target's picture. 0 leaves it sharp. */
export type DonorWarp = (sigma: number) => Picture

/**
 * Prepares a piecewise affine warp of the donor onto a face of `picture`: the triangles of {@link faceMesh} are drawn
 * from the donor's landmarks to the target's. The warp gives a copy of `area` with the donor on it, hard-edged and in
 * its own colours; alpha stays the picture's. The copy lies in the open arena and is overwritten by the next one.
 */
export function prepareDonorWarp(picture: Picture, area: Box, face: Face, donor: Donor): DonorWarp {
  const ratio = donorSizeRatio(face, donor)
  const factor = Math.max(1, Math.floor(ratio))
  const source = downscaledDonor(donor, factor)
  const [targetLandmarks, donorLandmarks] = alignClosedLips(face.landmarks, source.landmarks)
  const to = MESH_LANDMARKS.map((i): Point => {
    const { x, y } = targetLandmarks[i]!
    return { x: x - area.left, y: y - area.top }
  })
  const from: Point[] = MESH_LANDMARKS.map((i) => donorLandmarks[i]!)
  // Triangles that face away from the camera are hidden by others.
  const mesh = faceMesh(targetLandmarks).filter((corners) => twiceArea(cornersOf(to, corners)) > 0)
  const pixels = { to: allocArenaPixels(area), from: allocArenaPixels(source.picture) }
  return (sigma) => {
    const blurred = blurredDonor(source, (sigma * ratio) / factor).picture
    const target = openTriangleTarget(picture, area, blurred, pixels)
    for (const corners of mesh)
      fillTriangle(target, cornersOf(to, corners), cornersOf(from, corners))
    return drawnPicture(target, picture, area)
  }
}

/** How many times as large as the target the donor's face is, in pixels. */
export function donorSizeRatio(face: Face, donor: Donor): number {
  return faceSizeOf(donor.landmarks) / Math.max(1, faceSizeOf(face.landmarks))
}

function faceSizeOf(landmarks: readonly Point[]): number {
  const [a, b] = [landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!]
  const [c, d] = [landmarks[FACE.foreheadTop]!, landmarks[FACE.chin]!]
  return Math.hypot(distance(a, b), distance(c, d))
}

function cornersOf(points: readonly Point[], [i, j, k]: Triangle): TriangleCorners {
  return [points[i]!, points[j]!, points[k]!]
}

function twiceArea([a, b, c]: TriangleCorners): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}
