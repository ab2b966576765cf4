import { expect, test } from 'vitest'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { hairMatte } from '../../../../engine/regions/hair/hair-matte.ts'
import { findHeadRegions } from '../../../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'
import { headNumbered } from '../../../../samples/wearers.ts'
import { sampled } from '../../../setup/sampled.ts'
import { sitFor } from '../../jewellery/sit-for.ts'
import { warmVision } from '../../warm-vision.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

test.each(sampled(1, ['maren', 'amara', 'kofi'] as const))(
  'the hair of %s is found',
  async (name) => {
    const { picture, drawn, regions } = await sitFor(name, SIZE)
    const truth = await drawn.hair
    const { alpha, doubt, unclearFringe } = hairMatte(picture, regions)
    let [both, either] = [0, 0]
    for (let at = 0; at < alpha.length; at++) {
      const share = truth[at]! / 255
      both += Math.min(share, alpha[at]!)
      either += Math.max(share, alpha[at]!)
    }
    expect(both / either).toBeGreaterThan(0.88)
    expect(doubt).toBeLessThan(0.2)
    expect(unclearFringe).toBe(false)
  },
)

test.each(
  sampled(1, [
    [1, 'hair of the skin’s tone before the ears'],
    [5, 'a knot that is as pale as the skin'],
    [7, 'long hair beside a beard'],
  ]),
)('the hair of head %i is found: %s', async (number) => {
  const { png, hair } = await headNumbered(number)
  const picture = await decodePicture(png)
  const vision = await warmVision()
  const [face] = await detectFaces(picture, vision)
  const { alpha } = hairMatte(picture, await findHeadRegions(picture, face!, vision))
  const truth = await hair
  let [both, either] = [0, 0]
  for (let at = 0; at < alpha.length; at++) {
    const share = truth[at]! / 255
    both += Math.min(share, alpha[at]!)
    either += Math.max(share, alpha[at]!)
  }
  expect(both / either).toBeGreaterThan(0.85)
})

test('a beard is no hair of the head, and colours are those of the hair alone', async () => {
  const { picture, regions, face } = await sitFor('henrik', SIZE)
  const { alpha, red } = hairMatte(picture, regions)
  const chin = face.landmarks[152]!
  const at = Math.floor(chin.y - 4) * picture.width + Math.floor(chin.x)
  expect(alpha[at]).toBe(0)
  const mixed = [...alpha.keys()].filter((i) => alpha[i]! > 0.4 && alpha[i]! < 0.7)
  const levels = mixed.map((i) => red[i]!).sort((p, q) => p - q)
  // The wall behind has levels above 180.
  expect(levels[levels.length >> 1]).toBeLessThan(150)
})

test.each(sampled(1, ['kofi', 'henrik', 'maren'] as const))(
  'the ears of %s are no hair',
  async (name) => {
    const { picture, drawn, regions, face } = await sitFor(name, SIZE)
    const [truth, { alpha }] = [await drawn.hair, hairMatte(picture, regions)]
    const [right, left] = [face.landmarks[FACE.rightTemple]!, face.landmarks[FACE.leftTemple]!]
    const faceWidth = Math.hypot(left.x - right.x, left.y - right.y)
    const middle = (left.x + right.x) / 2
    const eyes = face.landmarks[FACE.leftEye.outer]!.y
    let [hair, all] = [0, 0]
    for (let at = 0; at < alpha.length; at++) {
      const beside = Math.abs((at % SIZE.width) - middle) / faceWidth
      const down = (Math.floor(at / SIZE.width) - eyes) / faceWidth
      if (beside < 0.46 || beside > 0.58 || down < -0.08 || down > 0.2 || truth[at]! > 10) continue
      all++
      hair += alpha[at]!
    }
    expect(hair / all).toBeLessThan(0.006)
  },
)
