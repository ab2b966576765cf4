import { expect, test } from 'vitest'
import { matchMonochrome } from '../../../../../engine/effects/hair-transfer/match/match-monochrome.ts'
import { MONOCHROME_MOST } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 10, height: 10 }

/** Copper hair on a picture whose skin has such a difference between its channels. */
function worn(chroma: number) {
  const plane = (value: number) => new Float32Array(100).fill(value)
  const data = new Uint8ClampedArray(400)
  for (let at = 0; at < 400; at += 4) data.set([160 + chroma, 160, 160, 255], at)
  const layer = { ...SIZE, alpha: plane(1), red: plane(180), green: plane(90), blue: plane(50) }
  const grid = { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE }
  const regions = { skin: plane(1), grid }
  matchMonochrome(layer, { picture: { ...SIZE, data }, regions } as never)
  return [layer.red[0]!, layer.green[0]!, layer.blue[0]!]
}

test('on a picture in black and white hair is grey, on one with colours it keeps its own', () => {
  const [red, green, blue] = worn(MONOCHROME_MOST)
  expect(green).toBe(red)
  expect(blue).toBe(red)
  expect(red).toBeCloseTo(0.299 * 180 + 0.587 * 90 + 0.114 * 50, 3)
  expect(worn(MONOCHROME_MOST + 1)).toEqual([180, 90, 50])
})
