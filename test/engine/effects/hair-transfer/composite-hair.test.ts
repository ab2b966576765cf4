import { expect, test } from 'vitest'
import { compositeHair } from '../../../../engine/effects/hair-transfer/composite-hair.ts'
import type { Head } from '../../../../engine/effects/hair-transfer/head/head.ts'

const SIZE = { width: 20, height: 20 }
const COUNT = SIZE.width * SIZE.height

/** Half a pixel of black hair over a white wall, mixed as said. */
function worn(mixed?: 'levels' | 'light'): number {
  const plane = (value: number) => new Float32Array(COUNT).fill(value)
  const layer = {
    ...SIZE,
    alpha: plane(0.5),
    ...(mixed && { mixed }),
    red: plane(0),
    green: plane(0),
    blue: plane(0),
  }
  const white = { ...SIZE, data: new Uint8ClampedArray(4 * COUNT).fill(255) }
  const head = {
    picture: white,
    // All features lie outside the picture.
    face: { landmarks: Array.from({ length: 478 }, () => ({ x: -50, y: -50, z: 0 })) },
    frame: {
      faceWidth: 10,
      centre: { x: 10, y: 10 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    regions: { skin: plane(0), grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE } },
    hair: { alpha: plane(0.5) },
  } as unknown as Head
  return compositeHair(head, white, layer).data[4 * (10 * SIZE.width + 10)]!
}

test('hair of a matte is mixed by levels, as the matte was told, strands that are drawn by light', () => {
  expect(worn('levels')).toBe(128)
  expect(worn('light')).toBe(188)
  expect(worn()).toBe(188)
})
