import { expect, test } from 'vitest'
import { bodyReshape } from '../../../../engine/effects/body-reshape/body-reshape.ts'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { changed } from '../measure.ts'
import { armsAt, type Contact, pairApart } from './drawn-contacts.ts'
import { worstTear } from './measure-tears.ts'

/** Most by which a window may vary more than the source, in levels: interpolation sharpens and fills are not exact. */
const MOST_LEVELS = 12

/** Pixels that an amount of 40 moves the outline of these figures at most. */
const REACH = 14

/** Expects both signs of a change to tear nothing, and at least one of them to change the picture. */
function expectWhole({ picture, room, bodies }: Contact, who: number): void {
  let most = 0
  for (const slim of sampled(1, [-40, 40])) {
    const others = bodies.toSpliced(who, 1)
    const result = bodyReshape(picture, bodies[who]!, others, { slim })
    const tear = worstTear(picture, result.picture, room, REACH)
    expect(tear.levels, `slim ${slim} at ${tear.x}, ${tear.y}`).toBeLessThan(MOST_LEVELS)
    most = Math.max(most, changed(result.picture, picture).length)
  }
  expect(most).toBeGreaterThan(2000)
}

test('a strip of clothes left beside the person is measured as a tear', async () => {
  const { picture, room } = await armsAt(14, 'kofi')
  const data = picture.data.slice()
  for (let y = 330; y < 350; y++)
    for (let x = 140; x < 144; x++) data.set([90, 40, 40], 4 * (y * picture.width + x))
  expect(worstTear(picture, picture, room, REACH).levels).toBeCloseTo(0)
  const torn = worstTear(picture, { ...picture, data }, room, REACH)
  expect(torn.levels).toBeGreaterThan(2 * MOST_LEVELS)
  expect(Math.hypot(torn.x - 140, torn.y - 340)).toBeLessThan(30)
})

test.each(
  sampled(1, [
    [215, -9],
    [232, 8],
    [160, -64],
    [190, -34],
    [225, 1],
    [270, 46],
  ] as const),
)('two people %d pixels apart are reshaped without tears (gap %d)', async (apart, gap) => {
  const contact = await pairApart(apart)
  expect(contact.gap).toBe(gap)
  expectWhole(contact, 0)
  if (isEveryCaseTried()) expectWhole(contact, 1)
})

test.each(
  sampled(1, [
    [10, 'maren', 7],
    [8, 'kofi', 9],
    [2, 'maren', 0],
    [8, 'maren', 3],
    [18, 'maren', 30],
    [22, 'maren', 40],
    [5, 'kofi', 2],
    [14, 'kofi', 22],
    [20, 'kofi', 35],
  ] as const),
)('arms at %d degrees are kept whole (%s, gap %d)', async (angle, who, gap) => {
  const contact = await armsAt(angle, who)
  expect(contact.gap).toBe(gap)
  expectWhole(contact, 0)
})
