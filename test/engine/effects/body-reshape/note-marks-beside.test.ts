import { expect, test } from 'vitest'
import { noteMarksBeside } from '../../../../engine/effects/body-reshape/note-marks-beside.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'

const [WIDTH, HEIGHT] = [120, 100]

/** Somebody between columns 50 and 70, who moves by so many pixels, before stripes of such contrast and distance. */
function told({ moves = 4, contrast = 200, every = 16, near = 0 }): string | undefined {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255)
  const occlusion = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < occlusion.length; i++) {
    const x = i % WIDTH
    if (x >= 50 && x < 70) occlusion[i] = 1
    const isFree = x < 50 - near || x >= 70 + near
    const isStripe = isFree && Math.floor(i / WIDTH) % every < every / 2
    data.fill(isStripe ? 240 - contrast : 240, 4 * i, 4 * i + 3)
  }
  const field = identityDisplacement(WIDTH, HEIGHT, 10)
  field.dx.fill(moves)
  return noteMarksBeside({ width: WIDTH, height: HEIGHT, data }, occlusion, field)
}

test('tells of letters right beside what moves, and neither of faint marks nor of those further off', () => {
  expect(told({})).toContain('Letters or other sharp marks')
  expect(told({ contrast: 60 })).toBeUndefined()
  expect(told({ moves: 0.5 })).toBeUndefined()
  expect(told({ near: 20 })).toBeUndefined()
})

test('marks are hard from more than 90 levels on, over two pixels', () => {
  expect(told({ contrast: 90 })).toBeUndefined()
  expect(told({ contrast: 91 })).toContain('sharp marks')
})

test('what moves less than a pixel uncovers nothing', () => {
  expect(told({ moves: 0.99 })).toBeUndefined()
  expect(told({ moves: 1 })).toContain('sharp marks')
})

test('it is looked as far as twice the longest move, but six pixels, behind two that the outline blurs', () => {
  // The outermost column is hard where stripes begin beside it: half of its rows, a twelfth of all.
  expect(told({ moves: 4, near: 8 })).toContain('sharp marks')
  expect(told({ moves: 4, near: 9 })).toBeUndefined()
  expect(told({ moves: 2, near: 6 })).toContain('sharp marks')
  expect(told({ moves: 2, near: 7 })).toBeUndefined()
})

test('marks are told of from 0.06 of what is beside somebody on', () => {
  // Of the 98 rows two in three edges are hard on either side: 6 of 98, and 4 of 98.
  expect(told({ every: 60 })).toContain('sharp marks')
  expect(told({ every: 80 })).toBeUndefined()
})
