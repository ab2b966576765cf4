import { expect, test } from 'vitest'
import { outPaint } from '../../../catalog/features/out-paint.ts'

test('parameters hold for a source that was neither cropped nor scaled', () => {
  const sent = { width: 40, height: 30 }
  const placed = (crop: object) =>
    outPaint.placePixels(
      { input_x: 7 } as never,
      { crop: { left: 0, top: 0, ...sent, ...crop }, sent } as never,
    )
  expect(placed({})).toEqual({ input_x: 7 })
  for (const crop of [{ left: 1 }, { top: 1 }, { width: 41 }, { height: 31 }])
    expect(placed(crop)).toBeUndefined()
})

test.each<[object, boolean]>([
  [{}, true],
  [{ input_x: 480 }, true],
  [{ input_x: 481 }, false],
  [{ input_y: 640 }, true],
  [{ input_y: 641 }, false],
  [{ output_width: 480, input_x: 0 }, true],
  [{ output_height: 640, input_y: 0 }, true],
  [{ output_width: 480, output_height: 640, input_x: 0, input_y: 0 }, false],
])('of %j is taken: %s', (change, taken) => {
  const { src_file_url: _, ...example } = outPaint.example
  expect(outPaint.parameters.safeParse({ ...example, ...change }).success).toBe(taken)
})
