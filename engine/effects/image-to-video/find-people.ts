import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import { refineMatteByColour } from '../../vision/mattes/refine-matte-by-colour.ts'
import { selfieMask } from '../../vision/mattes/selfie-mask.ts'
import type { Vision } from '../../vision/vision.ts'
import { matteHead } from './matte-head.ts'
import { PEOPLE_AGREED, PEOPLE_PASSES, PEOPLE_SHARE } from './tuning.ts'

/** The people of a picture, and all of them as one matte. */
export type People = {
  bodies: Body[]
  matte?: Mask
  /** How far down anybody's hair can reach, to their hips: pixels from the top. */
  hairEnd: number
}

/** The people of a picture. They have no matte where they are too small to stand out, or hide what is behind them. */
export async function findPeople(
  picture: Picture,
  vision: Vision,
  checkpoint: () => Promise<void>,
): Promise<People> {
  const bodies = await detectBodies(picture, vision, checkpoint)
  if (bodies.length === 0) return { bodies, hairEnd: 0 }
  const points = bodies.flatMap(({ landmarks }) => landmarks)
  const selfie = await selfieMask(buildPyramid(picture), vision, points)
  const { width, height } = picture
  const matte = { width, height, data: new Uint8Array(width * height) }
  const agreed = { width, height, data: new Uint8Array(width * height) }
  for (let at = 0; at < matte.data.length; at++) {
    let most = 0
    for (const { mask } of bodies) if (mask.data[at]! > most) most = mask.data[at]!
    // Hair and what people hold is found by the network for scenes, limbs by that for poses.
    matte.data[at] = Math.max(most, selfie.data[at]!)
    agreed.data[at] = 255 * smoothstep(PEOPLE_AGREED, 255, Math.min(most, selfie.data[at]!))
  }
  for (const body of bodies) {
    const others = bodies.filter((other) => other !== body).map(({ mask }) => mask)
    await matteHead(picture, matte, body, [agreed, ...others], points, vision)
  }
  takeAwayByColour(picture, matte)
  const sum = matte.data.reduce((total, level) => total + level, 0)
  const share = sum / 255 / matte.data.length
  const hairEnd = Math.max(...bodies.flatMap(hipHeights))
  if (share < PEOPLE_SHARE.least || share > PEOPLE_SHARE.most) return { bodies, hairEnd }
  return { bodies, hairEnd, matte }
}

/**
 * Takes out of a matte, in place, what has the colours of the background. Beside feet and below arms the network for
 * scenes is in doubt over many pixels; their colours are not. Nothing is added: a background as dark as hair would
 * grow on people pass by pass.
 */
export function takeAwayByColour(picture: Picture, matte: Mask): void {
  const { data } = matte
  for (let pass = 0; pass < PEOPLE_PASSES; pass++) {
    const before = data.slice()
    refineMatteByColour(picture, matte, before)
    for (const [at, level] of before.entries()) if (data[at]! > level) data[at] = level
  }
}

function hipHeights({ landmarks }: Body): number[] {
  return [landmarks[BODY.leftHip]!.y, landmarks[BODY.rightHip]!.y]
}
