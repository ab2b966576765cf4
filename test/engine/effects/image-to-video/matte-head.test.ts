import { expect, test } from 'vitest'
import { matteHead } from '../../../../engine/effects/image-to-video/matte-head.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'

const SIZE = { width: 320, height: 320 } as const
const COUNT = SIZE.width * SIZE.height
const FACE = 60

/** Somebody whose nose is in the middle of the picture. */
function somebody(): Body {
  const landmarks = Array.from({ length: 33 }, () => ({
    x: 160,
    y: 160,
    z: 0,
    visibility: 1,
    presence: 1,
  }))
  landmarks[BODY.leftEar]!.x += FACE / 2
  landmarks[BODY.rightEar]!.x -= FACE / 2
  return { landmarks } as Body
}

/** What is left of a matte where the part around the head shows nobody. */
async function leftOf(
  isPerson: (x: number, y: number) => boolean,
  sure?: (x: number, y: number) => boolean,
) {
  const planeOf = (is: (x: number, y: number) => boolean) =>
    Uint8Array.from({ length: COUNT }, (_, n) =>
      is(n % SIZE.width, Math.floor(n / SIZE.width)) ? 255 : 0,
    )
  const nobody = { run: async () => [new Float32Array(256 * 256)] }
  const vision = { selfie: nobody, wideSelfie: nobody } as unknown as Vision
  const picture = { ...SIZE, data: new Uint8ClampedArray(4 * COUNT).fill(128) }
  const matte = { ...SIZE, data: planeOf(isPerson) }
  const masks = sure ? [{ ...SIZE, data: planeOf(sure) }] : []
  await matteHead(picture, matte, somebody(), masks, [{ x: 160, y: 160 }], vision)
  return (x: number, y: number) => matte.data[y * SIZE.width + x]!
}

test('a chip beside a head is taken away, what lies far from it is not', async () => {
  const at = await leftOf((x, y) => (x < 24 || (x > 200 && x < 216)) && y > 140 && y < 160)
  expect(at(208, 150)).toBe(0)
  expect(at(10, 150)).toBe(255)
})

test('a large piece, as of hair in the wind, stays whole', async () => {
  const at = await leftOf((x, y) => x > 180 && x < 250 && y > 120 && y < 180)
  for (const x of [190, 215, 240]) expect(at(x, 150)).toBe(255)
})

test('what others are sure of stays', async () => {
  const chip = (x: number, y: number) => x > 200 && x < 216 && y > 140 && y < 160
  const at = await leftOf(chip, chip)
  expect(at(208, 150)).toBe(255)
})
