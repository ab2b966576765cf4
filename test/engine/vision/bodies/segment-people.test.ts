import { beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { crop, cropMask } from '../../../../engine/raster/pixels/crop.ts'
import { segmentPeople } from '../../../../engine/vision/bodies/segment-people.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'
import { agreementOf } from '../agreement.ts'

let vision: Vision
let picture: Picture
let truth: Mask

beforeAll(async () => {
  vision = await warmVision()
  const scene = await twoPeople()
  picture = (await openPicture(scene.png, LIMITS)).picture
  const masks = scene.truth.people.map(({ mask }) => mask.data)
  const data = masks[0]!.map((value, at) => Math.max(value, masks[1]![at]!))
  truth = { width: picture.width, height: picture.height, data }
})

describe('segmentPeople', () => {
  it('has an IoU above 0.98 for two people at full length', async () => {
    const mask = await segmentPeople(picture, vision)
    expect(mask).toMatchObject({ width: picture.width, height: picture.height })
    expect(agreementOf(mask.data, truth.data)).toBeGreaterThan(0.98)
  })

  it('has an IoU above 0.98 for a person in a close-up, and soft edges', async () => {
    const upper = { left: 221, top: 32, width: 460, height: 440 }
    const mask = await segmentPeople(crop(picture, upper), vision)
    expect(agreementOf(mask.data, cropMask(truth, upper).data)).toBeGreaterThan(0.98)
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
