import { clampBox, growBox } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { crop } from '../../raster/pixels/crop.ts'
import { isOpaque, noteOpaque } from '../../raster/pixels/packed-rgba.ts'
import type { Face, FaceLandmark } from '../../vision/faces/face.ts'
import { CROP_MARGIN } from './tuning.ts'

/** A face whose proportions another one gets: the part of its own picture that shows it, and its landmarks there. */
export type Donor = { picture: Picture; landmarks: FaceLandmark[]; face: Face }

/** Copies a face out of its picture, so that the picture need not stay in memory. */
export function cropDonor(picture: Picture, face: Face): Donor {
  const { width, height } = face.box
  const box = clampBox(growBox(face.box, CROP_MARGIN * width, CROP_MARGIN * height), picture)
  const landmarks = face.landmarks.map((p) => ({ ...p, x: p.x - box.left, y: p.y - box.top }))
  const part = crop(picture, box)
  if (isOpaque(picture)) noteOpaque(part)
  return { picture: part, landmarks, face }
}
