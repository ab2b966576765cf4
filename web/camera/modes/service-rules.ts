import { Fault } from '../../../catalog/failures/fault.ts'
import { requireHand } from '../../../engine/effects/2d-vto-bracelet/require-hand.ts'
import { requireBare, requireWrist } from '../../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import { USUAL_PLACE } from '../../../engine/effects/2d-vto-bracelet/tuning.ts'
import { requireLiftable } from '../../../engine/effects/face-lift/require-liftable.ts'
import { requireReshapable } from '../../../engine/effects/face-reshape/require-reshapable.ts'
import { requireReadable } from '../../../engine/effects/fitzpatrick-scale-analyzer/require-readable.ts'
import { requirePaintableFace } from '../../../engine/effects/look-vto/require-paintable.ts'
import { requireSuitableFace } from '../../../engine/effects/skin-simulation/require-suitable-face.ts'
import { requireWearer } from '../../../engine/jewellery/require-wearer.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Face } from '../../../engine/vision/faces/face.ts'
import { HAND, type Hand } from '../../../engine/vision/hands/hand.ts'

/** Throws the Fault with which the service would refuse a picture with these faces. */
export type AcceptFaces = (picture: Picture, faces: readonly Face[]) => void

/** The same of a picture with these hands. */
export type AcceptHands = (picture: Picture, hands: readonly Hand[]) => void

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

/** Rings and nails are on the largest hand. */
export function acceptHand(_picture: Picture, hands: readonly Hand[]): void {
  requireHand(hands)
}

/** Bracelets and watches are worn on the arm of the largest hand, where one is put that names no place. */
export function acceptWrist(picture: Picture, hands: readonly Hand[]): void {
  requireBare(requireWrist(picture, requireHand(hands)), USUAL_PLACE)
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
export function withMarginOfDoubt(face: Face): Face {
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

/** By how much the landmarks of a hand may be read larger or smaller, as a share of their distance from the wrist. */
const DOUBT_OF_HAND = 0.02

/** The hands as they would read in the worse cases. */
export function handsWithMarginOfDoubt(hands: readonly Hand[]): Hand[][] {
  return [1 - DOUBT_OF_HAND, 1 + DOUBT_OF_HAND].map((factor) =>
    hands.map((hand) => {
      const from = hand.landmarks[HAND.wrist]!
      const scaled = (value: number, origin: number) => origin + (value - origin) * factor
      const landmarks = hand.landmarks.map(({ x, y, z }) => ({
        x: scaled(x, from.x),
        y: scaled(y, from.y),
        z,
      }))
      return { ...hand, landmarks }
    }),
  )
}
