import { Fault } from '../../../catalog/fault.ts'
import { requireLiftable } from '../../../engine/effects/face-lift/require-liftable.ts'
import { requireReshapable } from '../../../engine/effects/face-reshape/require-reshapable.ts'
import { requireReadable } from '../../../engine/effects/fitzpatrick-scale-analyzer/require-readable.ts'
import { requirePaintableFace } from '../../../engine/effects/look-vto/require-paintable.ts'
import { requireSuitableFace } from '../../../engine/effects/skin-simulation/require-suitable-face.ts'
import { requireWearer } from '../../../engine/jewellery/require-wearer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'

/** Throws the Fault with which the service would refuse a picture with these faces. */
export type AcceptFaces = (picture: Picture, faces: readonly Face[]) => void

/** Of modes whose features the service does not judge by the face. */
export function acceptFace(_picture: Picture, faces: readonly Face[]): void {
  onlyFace(faces)
}

/** Make-up goes on the largest face. */
export function acceptMakeup(picture: Picture, faces: readonly Face[]): void {
  requirePaintableFace(picture, faces)
}

/** Earrings and necklaces are worn by the largest face. */
export function acceptWearer(_picture: Picture, faces: readonly Face[]): void {
  requireWearer(faces)
}

/** Skin simulation takes the largest face. */
export function acceptSkin(picture: Picture, faces: readonly Face[]): void {
  requireSuitableFace(picture, faces)
}

export function acceptShade(picture: Picture, faces: readonly Face[]): void {
  requireReadable(picture, onlyFace(faces))
}

export function acceptReshape(picture: Picture, faces: readonly Face[]): void {
  const face = onlyFace(faces)
  requireReshapable(face, picture)
  requireLiftable(face, picture)
}

export function acceptAll(picture: Picture, faces: readonly Face[]): void {
  acceptSkin(picture, faces)
  acceptMakeup(picture, faces)
  acceptReshape(picture, faces)
}

/** These features take a face by its index, from the left: with one face alone no index is needed. */
function onlyFace(faces: readonly Face[]): Face {
  const [face, ...others] = faces
  if (!face) throw new Fault('target', 'No face was found in the picture.')
  if (others.length > 0) throw new Fault('target', 'There are several faces in the picture.')
  return face
}

/**
 * By how much a face may read worse at the service, which decodes the JPEG with another build of the decoder and runs
 * the networks in another WebAssembly engine.
 */
const DOUBT = { share: 0.008, degrees: 1, light: 0.006 } as const

/** The face as it would read in the worse case. */
export function doubted(face: Face): Face {
  const { box, pose, quality } = face
  const further = (degrees: number) => degrees + Math.sign(degrees) * DOUBT.degrees
  return {
    ...face,
    box: { ...box, width: Math.floor(box.width * (1 - DOUBT.share)) },
    pose: { pitch: further(pose.pitch), yaw: further(pose.yaw), roll: further(pose.roll) },
    quality: {
      ...quality,
      width: quality.width - DOUBT.share,
      inside: quality.inside >= 1 ? 1 : quality.inside - DOUBT.share,
      light: quality.light - DOUBT.light,
    },
  }
}
