import type { Mask, Picture } from '../../raster/picture.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import { selfieMask } from '../../vision/mattes/selfie-mask.ts'
import type { Vision } from '../../vision/vision.ts'

/** The share of a picture from which people are moved apart from what is behind them, and up to which. */
const [LEAST, MOST] = [0.02, 0.85]

/**
 * The people of a picture as one matte; undefined where there are none, where they are too small to stand out, or where
 * they hide what they could move against.
 */
export async function findPeople(
  picture: Picture,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<Mask | undefined> {
  const bodies = await detectBodies(picture, vision, checkpoint)
  if (bodies.length === 0) return undefined
  const points = bodies.flatMap(({ landmarks }) => landmarks)
  // Hair and what people hold is found by the network for scenes, limbs by that for poses.
  const masks = [
    ...bodies.map(({ mask }) => mask),
    await selfieMask(buildPyramid(picture), vision, points),
  ]
  const { width, height } = picture
  const data = new Uint8Array(width * height)
  let sum = 0
  for (let at = 0; at < data.length; at++) {
    let most = 0
    for (const mask of masks) if (mask.data[at]! > most) most = mask.data[at]!
    data[at] = most
    sum += most
  }
  const share = sum / 255 / data.length
  return share < LEAST || share > MOST ? undefined : { width, height, data }
}
