import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import { crop, cropMask } from '../../../../engine/raster/crop.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { segmentPeople } from '../../../../engine/vision/bodies/segment-people.ts'
import { openVision } from '../../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { LIMITS } from '../../media/paint.ts'

let vision: Vision
let picture: Picture
let truth: Mask

beforeAll(async () => {
  vision = await openVision()
  const scene = await twoPeople()
  picture = (await openPicture(scene.png, LIMITS)).picture
  const masks = scene.truth.people.map(({ mask }) => mask.data)
  const data = masks[0]!.map((value, at) => Math.max(value, masks[1]![at]!))
  truth = { width: picture.width, height: picture.height, data }
})
afterAll(() => vision?.close())

/** Intersection over union. */
function agreement(found: Mask, expected: Mask): number {
  let both = 0
  let either = 0
  for (let at = 0; at < expected.data.length; at++) {
    const [a, b] = [found.data[at]! >= 128, expected.data[at]! >= 128]
    if (a && b) both++
    if (a || b) either++
  }
  return both / either
}

describe('segmentPeople', () => {
  it('agrees with the truth of two whole people in 98 of 100 pixels', async () => {
    const mask = await segmentPeople(picture, vision)
    expect(mask).toMatchObject({ width: picture.width, height: picture.height })
    expect(agreement(mask, truth)).toBeGreaterThan(0.98)
  })

  it('agrees with the truth of somebody cut by the frame, with soft edges', async () => {
    const upper = { left: 221, top: 32, width: 460, height: 440 }
    const mask = await segmentPeople(crop(picture, upper), vision)
    expect(agreement(mask, cropMask(truth, upper))).toBeGreaterThan(0.98)
    const soft = mask.data.filter((value) => value > 30 && value < 225).length
    expect(soft).toBeGreaterThan(500)
    expect(soft).toBeLessThan(0.1 * mask.data.length)
  })

  it.each([
    ['a single pixel', 1, 1],
    ['a plain wall', 640, 480],
  ])('finds nobody in %s', async (_, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4).fill(180)
    const mask = await segmentPeople({ width, height, data }, vision)
    expect(mask.data).toEqual(new Uint8Array(width * height))
  })
})
