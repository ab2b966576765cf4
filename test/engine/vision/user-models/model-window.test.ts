import { expect, test } from 'vitest'
import { modelWindow } from '../../../../engine/vision/user-models/model-window.ts'

const AREA = { left: 100, top: 40, width: 400, height: 100 }
const FIXED = { width: 64, height: 64 }

test('a stretched input shows the area alone', () => {
  expect(modelWindow(AREA, { size: FIXED, fit: 'stretch' })).toEqual({ ...AREA, input: FIXED })
})

test('a padded one keeps proportions, with what lies around the area', () => {
  const window = modelWindow(AREA, { size: FIXED, fit: 'pad' })
  expect(window).toEqual({ left: 100, top: -110, width: 400, height: 400, input: FIXED })
})

test.each([
  [
    'scales the shorter side',
    { multipleOf: 32, shorter: 96, most: 2048 },
    { width: 384, height: 96 },
  ],
  ['keeps its own size without one', { multipleOf: 1, most: 2048 }, { width: 400, height: 100 }],
  ['goes to the nearest multiples', { multipleOf: 64, most: 2048 }, { width: 384, height: 128 }],
  ['bounds the longer side', { multipleOf: 8, most: 200 }, { width: 200, height: 48 }],
  ['bounds it to whole multiples', { multipleOf: 64, most: 200 }, { width: 192, height: 64 }],
  ['has one multiple at least', { multipleOf: 512, most: 512 }, { width: 512, height: 512 }],
])('a free one %s', (_, size, input) => {
  const { input: found, ...seen } = modelWindow(AREA, { size, fit: 'pad' })
  expect(found).toEqual(input)
  expect(seen.width / seen.height).toBeCloseTo(input.width / input.height, 9)
  expect(Math.max(seen.width - AREA.width, seen.height - AREA.height)).toBeGreaterThanOrEqual(0)
})
