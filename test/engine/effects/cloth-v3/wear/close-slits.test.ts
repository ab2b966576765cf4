import { expect, test } from 'vitest'
import { closeSlits } from '../../../../../engine/effects/cloth-v3/wear/close-slits.ts'

const SIZE = { width: 20, height: 9 } as const

/** A row of a grey garment over white, with a gap in it that begins at a column. */
function closed(from: number, to: number, worn: number): number[] {
  const count = SIZE.width * SIZE.height
  const data = new Uint8ClampedArray(4 * count).fill(255)
  const covered = new Float32Array(count).fill(1)
  for (let at = 0; at < count; at++) {
    const x = at % SIZE.width
    if (x >= from && x < to) covered[at] = 0
    else data.set([100, 100, 100], 4 * at)
  }
  const old = { ...SIZE, data: new Uint8Array(count).fill(worn) }
  const out = { ...SIZE, data }
  closeSlits(out, old, covered)
  return Array.from({ length: SIZE.width }, (_, x) => out.data[4 * (4 * SIZE.width + x)]!)
}

test('cloth closes over a slit through which what was worn shows', () => {
  expect(new Set(closed(8, 11, 255))).toEqual(new Set([100]))
})

test('what lies between arm and body stays open, and so does skin', () => {
  expect(closed(8, 13, 255).slice(8, 13)).toEqual([255, 255, 255, 255, 255])
  expect(closed(8, 10, 0).slice(8, 10)).toEqual([255, 255])
})
