import { clampBox, crop } from '../../raster/crop.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face, FaceLandmark } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'

/** A face to be given to another picture: its own part of its picture, and its landmarks in it. */
export type Giver = { picture: Picture; landmarks: FaceLandmark[]; face: Face }

/** Room around a face, in shares of its box. */
const ROOM = 0.15

/** Cuts a face out of its picture, which need not be kept for it. */
export function giverOf(picture: Picture, face: Face): Giver {
  const { left, top, width, height } = face.box
  const box = clampBox(
    {
      left: left - ROOM * width,
      top: top - ROOM * height,
      width: width * (1 + 2 * ROOM),
      height: height * (1 + 2 * ROOM),
    },
    picture,
  )
  const landmarks = face.landmarks.map((p) => ({ ...p, x: p.x - box.left, y: p.y - box.top }))
  return { picture: crop(picture, box), landmarks, face }
}

/** The giver at a whole fraction of its size: drawn much smaller than it is, a face would sparkle. */
export function shrunk({ picture, landmarks, face }: Giver, factor: number): Giver {
  if (factor <= 1) return { picture, landmarks, face }
  const width = Math.max(1, Math.floor(picture.width / factor))
  const height = Math.max(1, Math.floor(picture.height / factor))
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 4; c++, to++)
        data[to] = blockMean(picture, x * factor, y * factor, factor, c)
    }
  }
  const small = landmarks.map((p) => ({ x: p.x / factor, y: p.y / factor, z: p.z / factor }))
  return { picture: { width, height, data }, landmarks: small, face }
}

function blockMean(
  { width, data }: Picture,
  x: number,
  y: number,
  side: number,
  channel: number,
): number {
  let sum = 0
  for (let yy = y; yy < y + side; yy++) {
    for (let xx = x; xx < x + side; xx++) sum += data[(yy * width + xx) * 4 + channel]!
  }
  return sum / (side * side)
}

/** The giver seen through a Gaussian of this sigma, in pixels of its picture. */
export function softened(giver: Giver, sigma: number): Giver {
  if (sigma < 0.2) return giver
  const { width, height, data } = giver.picture
  const soft = new Uint8ClampedArray(data)
  const plane = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = data[4 * i + c]!
    const blurred = blur(plane, { width, height }, sigma)
    for (let i = 0; i < plane.length; i++) soft[4 * i + c] = blurred[i]!
  }
  return { ...giver, picture: { width, height, data: soft } }
}
