import { beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import { detectHands } from '../../../../engine/vision/hands/detect-hands.ts'
import { HAND } from '../../../../engine/vision/hands/hand.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'

let vision: Vision
beforeAll(async () => {
  vision = await warmVision()
})

describe('hands beside a drawn person', () => {
  it('are found from left to right, the right hand first, with wrists where they are drawn', async () => {
    const { png, truth } = await onePerson()
    const hands = await detectHands((await openPicture(png, LIMITS)).picture, vision)
    expect(hands.map(({ side }) => side)).toEqual(['right', 'left'])
    for (const { landmarks, score, sideScore, side, box } of hands) {
      const wrist = truth.people[0]!.joints[`${side}Wrist`]!
      const found = landmarks[HAND.wrist]!
      expect(landmarks).toHaveLength(21)
      expect(score).toBeGreaterThan(0.5)
      expect(sideScore).toBeGreaterThan(0.5)
      expect(Math.hypot(found.x - wrist.x, found.y - wrist.y)).toBeLessThan(0.35 * box.height)
    }
  })
})

describe('pictures without a hand', () => {
  it.each([
    ['a single pixel', 1, 1],
    ['a line', 1, 2048],
    ['a plain wall', 640, 480],
  ])('finds no hand in %s', async (_, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4).fill(180)
    expect(await detectHands({ width, height, data }, vision)).toEqual([])
  })
})

it('ends the search when the checkpoint throws', async () => {
  const data = new Uint8ClampedArray(640 * 480 * 4).fill(180)
  const stop = async (): Promise<void> => {
    throw new Error('enough')
  }
  await expect(detectHands({ width: 640, height: 480, data }, vision, stop)).rejects.toThrow(
    'enough',
  )
})
