import { expect, test } from 'vitest'
import { seenHem } from '../../../../../engine/effects/cloth-v3/measure/seen-hem.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

const SIZE = { width: 200, height: 260 }

/** Somebody all in white, whose regions part at a height of 130, with the shade below a wavy hem. */
function wearerWith({ hem, end = 260 }: { hem?: number; end?: number }): Wearer {
  const lower = new Uint8Array(SIZE.width * SIZE.height)
  const data = new Uint8ClampedArray(lower.length * 4)
  for (let at = 0; at < lower.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const below = hem === undefined ? -1 : y - hem - Math.sin(x / 9)
    // A fold runs down the cloth.
    const light = (Math.abs(x - 110) < 4 ? 210 : 235) - (below >= 0 && below < 5 ? 45 : 0)
    data.set(y < end ? [light, light, light - 8, 255] : [190, 140, 120, 255], at * 4)
    if (y > 130 && y < end) lower[at] = 255
  }
  return {
    torso: {
      origin: { x: 100, y: 0 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: 100,
      length: 150,
    },
    picture: { ...SIZE, data },
    regions: { 'lower-garment': { ...SIZE, data: lower } },
  } as unknown as Wearer
}

test('a hem over cloth of its own colour is where its edge is seen, below the regions’ border', () => {
  const found = seenHem(wearerWith({ hem: 160 }), 130)
  expect(found).toBeGreaterThan(160)
  expect(found).toBeLessThan(172)
})

test('a dress has no hem but its own, below which no cloth goes on', () => {
  expect(seenHem(wearerWith({}), 130)).toBeUndefined()
  expect(seenHem(wearerWith({ end: 170 }), 130)).toBeUndefined()
})
