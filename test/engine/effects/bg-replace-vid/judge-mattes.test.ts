import { expect, test } from 'vitest'
import { judgeMattes } from '../../../../engine/effects/bg-replace-vid/judge-mattes.ts'

/** Doubts of 20 frames, of which some are as given. */
function doubts(high: number, count: number): number[] {
  return Array.from({ length: 20 }, (_, at) => (at < count ? high : 0.1))
}

test('tells of people who are unsure in some frames, and refuses those who are lost in most', () => {
  expect(judgeMattes(doubts(0.5, 2))).toBeUndefined()
  expect(judgeMattes(doubts(0.19, 20))).toBeUndefined()
  expect(judgeMattes(doubts(0.5, 4))).toContain('In about 20 % of the frames')
  expect(judgeMattes(doubts(0.3, 20))).toContain('In about 100 % of the frames')
  expect(() => judgeMattes(doubts(0.5, 12))).toThrow(
    expect.objectContaining({ condition: 'target' }),
  )
  expect(judgeMattes([0.9, 0.9, 0.9])).toBeUndefined()
})
