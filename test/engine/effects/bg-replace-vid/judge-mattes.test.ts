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

test('a frame is unsure above a doubt of 0.2, and told from 0.12 of the frames on', () => {
  expect(judgeMattes(doubts(0.2, 20))).toBeUndefined()
  expect(judgeMattes(doubts(0.201, 20))).toContain('In about 100 % of the frames')
  const of25 = (count: number) => [...doubts(0.3, count), 0.1, 0.1, 0.1, 0.1, 0.1]
  expect(judgeMattes(of25(2))).toBeUndefined()
  expect(judgeMattes(of25(3))).toContain('In about 12 % of the frames')
})

test('people are lost where half of the frames have a doubt above 0.36, of eight at least', () => {
  expect(judgeMattes(doubts(0.36, 20))).toContain('In about 100 % of the frames')
  expect(() => judgeMattes(doubts(0.361, 20))).toThrow('cannot be told')
  expect(judgeMattes(doubts(0.9, 20).slice(0, 7))).toBeUndefined()
  expect(() => judgeMattes(doubts(0.9, 20).slice(0, 8))).toThrow('cannot be told')
})
