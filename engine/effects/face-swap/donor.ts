import { clampBox, growBox } from '../../geometry/box.ts'
import { withArena } from '../../raster/arena.ts'
import { readRgbPlanes } from '../../raster/colour/lab-planes.ts'
import { reducePart } from '../../raster/colour/reduce-part.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import { crop } from '../../raster/pixels/crop.ts'
import { isOpaque, noteOpaque } from '../../raster/pixels/packed-rgba.ts'
import type { Face, FaceLandmark } from '../../vision/faces/face.ts'
import { CROP_MARGIN, DONOR_BLUR } from './tuning.ts'

/** A face to be transferred to another picture: the part of its own picture that shows it, and its landmarks there. */
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

/** The donor downscaled by a whole factor: bicubic sampling of a much larger picture aliases. */
export function downscaledDonor(donor: Donor, factor: number): Donor {
  if (factor <= 1) return donor
  const width = Math.max(1, Math.floor(donor.picture.width / factor))
  const height = Math.max(1, Math.floor(donor.picture.height / factor))
  const whole = { left: 0, top: 0, width: width * factor, height: height * factor }
  const area = clampBox(whole, donor.picture)
  const picture = reducePart(donor.picture, { area, scale: factor, width, height })
  const landmarks = donor.landmarks.map(({ x, y, z }) => ({
    x: x / factor,
    y: y / factor,
    z: z / factor,
  }))
  return { ...donor, picture, landmarks }
}

/** The donor blurred by a Gaussian of this sigma, in pixels of its picture. */
export function blurredDonor(donor: Donor, sigma: number): Donor {
  if (sigma < DONOR_BLUR) return donor
  const { picture } = donor
  const { width, height } = picture
  const data = new Uint8ClampedArray(picture.data)
  const area = { left: 0, top: 0, width, height }
  withArena(() => {
    const { red, green, blue } = readRgbPlanes(picture, { area, scale: 1, width, height })
    const [r, g, b] = [red, green, blue].map((plane) => blur(plane, area, sigma))
    for (let i = 0, to = 0; to < data.length; i++, to += 4) {
      data[to] = r![i]!
      data[to + 1] = g![i]!
      data[to + 2] = b![i]!
    }
  })
  if (isOpaque(picture)) noteOpaque({ data })
  return { ...donor, picture: { width, height, data } }
}
