import { describe, expect, test } from 'vitest'
import { armDirection } from '../../../engine/hand/arm-direction.ts'
import { findWrist } from '../../../engine/hand/find-wrist.ts'
import { BREADTH, bentArm } from './bent-arm.ts'

describe('the direction of an arm', () => {
  test.each([-60, 0, 60])('that bends by %i degrees is that of its skin', (bend) => {
    const { picture, hand, along } = bentArm(bend)
    const found = armDirection(picture, hand, BREADTH)
    expect(found.x * along.x + found.y * along.y).toBeGreaterThan(0.92)
  })

  test('is that of the hand where no skin goes on beyond the wrist', () => {
    const { picture, hand } = bentArm(60, { x: 160, y: 130 }, 16)
    expect(armDirection(picture, hand, BREADTH).y).toBeGreaterThan(0.99)
  })
})

describe('where an arm is bare', () => {
  const bareOf = (...from: Parameters<typeof bentArm>) => {
    const { picture, hand } = bentArm(...from)
    const { bare, landmark, breadth } = findWrist(picture, hand)
    return ((bare - landmark) * 60) / breadth
  }

  test('ends at a watch that lies aslant, before its nearer edge', () => {
    const free = bareOf(0)
    const worn = bareOf(0, { x: 160, y: 130 }, 60)
    expect(worn).toBeLessThan(66)
    expect(worn).toBeGreaterThan(30)
    expect(free).toBeGreaterThan(worn + 20)
  })

  test('ends where one edge of it leaves the picture', () => {
    // The left edge leaves the picture some forty pixels beyond the wrist, its middle at seventy.
    const cut = bareOf(40, { x: 56, y: 130 })
    expect(cut).toBeLessThan(62)
    expect(cut).toBeGreaterThan(15)
  })
})

describe('a wrist', () => {
  /** A hand whose index and little finger are so many breadths apart, seen flat where it is 0.8. */
  function handOf(apart: number, bend = 0, watch?: number) {
    const { picture, hand } = bentArm(bend, undefined, watch)
    const landmarks = hand.landmarks.map((point) => ({
      ...point,
      x: point.y < 130 ? 160 + ((point.x - 160) * apart) / 0.8 : point.x,
    }))
    return { picture, hand: { ...hand, landmarks } }
  }

  test.each([
    [0.8, 60],
    [0.74, 55.5],
    // Seen from its side a hand is as broad as its length says.
    [0.71, 54],
    [0.2, 54],
  ])('whose knuckles are %f breadths apart has a hand of %f pixels', (apart, breadth) => {
    const { picture, hand } = handOf(apart)
    expect(findWrist(picture, hand).breadth).toBeCloseTo(breadth, 6)
  })
})
