import { clampBox, growBox } from '../../geometry/box.ts'
import type { Picture } from '../../raster/picture.ts'
import { crop } from '../../raster/pixels/crop.ts'
import { isOpaque, noteOpaque } from '../../raster/pixels/packed-rgba.ts'
import type { Face } from '../../vision/faces/face.ts'
import { CROP_MARGIN } from './tuning.ts'

/** A face whose proportions another one gets, with the part of its own picture that shows it: landmarks lie in that. */
export type Donor = { picture: Picture; face: Face }

/** Copies a face out of its picture, so that the picture need not stay in memory. */
export function cropDonor(picture: Picture, face: Face): Donor {
  const { width, height } = face.box
  const box = clampBox(growBox(face.box, CROP_MARGIN * width, CROP_MARGIN * height), picture)
  const landmarks = face.landmarks.map((p) => ({ ...p, x: p.x - box.left, y: p.y - box.top }))
  const part = crop(picture, box)
  if (isOpaque(picture)) noteOpaque(part)
  return { picture: part, face: { ...face, landmarks } }
}
