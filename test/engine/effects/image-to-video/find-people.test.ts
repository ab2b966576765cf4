import { expect, test } from 'vitest'
import {
  findPeople,
  takeAwayByColour,
} from '../../../../engine/effects/image-to-video/find-people.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import { BODY } from '../../../../engine/vision/bodies/body.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { warmVision } from '../../warm-vision.ts'

const SIZE = { width: 160, height: 96 } as const
const DARK = 40
const LIGHT = 210
const DOUBT = 128

/** Somebody dark on the left of light ground; between the two a matte is in doubt, and the picture shows `between`. */
function doubted(between: number) {
  const { width, height } = SIZE
  const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const matte = { width, height, data: new Uint8Array(width * height) }
  for (let at = 0; at < matte.data.length; at++) {
    const x = at % width
    const level = x < 74 ? DARK : x < 86 ? between : LIGHT
    picture.data.set([level, level, level, 255], 4 * at)
    matte.data[at] = x < 74 ? 255 : x < 86 ? DOUBT : 0
  }
  takeAwayByColour(picture, matte)
  return (x: number) => matte.data[48 * width + x]!
}

test('a background as dark as people does not grow on them', () => {
  const levelAt = doubted(DARK)
  for (const x of [78, 80, 82]) expect(levelAt(x)).toBeLessThanOrEqual(DOUBT)
  expect(levelAt(40)).toBe(255)
})

test('what has the colour of the background is taken away', () => {
  expect(doubted(LIGHT)(80)).toBeLessThan(DOUBT / 4)
})

test('a head has the edges of the picture, and nothing beside it is people', async () => {
  const { png, truth } = await onePerson('amara', 450)
  const picture = await decodePicture(png)
  const vision = await warmVision()
  const { bodies, matte } = await findPeople(picture, vision, async () => {})
  vision.close()
  const { landmarks } = bodies[0]!
  const nose = landmarks[BODY.nose]!
  const neck = landmarks[BODY.leftShoulder]!.y - nose.y
  let [error, count] = [0, 0]
  for (let y = Math.round(nose.y - 1.4 * neck); y < nose.y + 1.2 * neck; y++) {
    for (let x = Math.round(nose.x - 1.5 * neck); x < nose.x + 1.5 * neck; x++) {
      const at = y * picture.width + x
      error += Math.abs(truth.people[0]!.mask.data[at]! - matte!.data[at]!)
      count++
    }
  }
  // What networks find in the whole picture alone is off by half a level.
  expect(error / count).toBeLessThan(0.42)
})
