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
