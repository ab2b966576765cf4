import { expect, test } from 'vitest'
import { requireSeenEdge } from '../../../../../engine/effects/cloth-v3/refuse/require-seen-edge.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'
import { byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 100, height: 120 } as const

/** Somebody in a top of one grey before a wall that is so many levels darker, down to a row. */
function before(by: number, to: number = SIZE.height) {
  const isCloth = (at: number): boolean => at % SIZE.width >= 30 && at % SIZE.width < 70
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(240)
  const worn: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }
  for (let at = 0; at < worn.data.length; at++) {
    if (isCloth(at)) worn.data[at] = 255
    else data.fill(at < to * SIZE.width ? 240 - by : 60, 4 * at, 4 * at + 3)
  }
  const none = { ...SIZE, data: new Uint8Array(worn.data.length) }
  return {
    picture: { ...SIZE, data },
    body: { mask: worn },
    regions: byRegion((name) => (name === 'upper-garment' ? worn : none)),
    torso: { shoulders: 100 },
  } as unknown as Parameters<typeof requireSeenEdge>[0]
}

test('a top of the colour of the wall is refused', () => {
  expect(() => requireSeenEdge(before(2))).toThrow('cannot be told from the wall')
  expect(() => requireSeenEdge(before(25))).not.toThrow()
})

test('an edge of which a little is not seen is none', () => {
  expect(() => requireSeenEdge(before(2, 20))).not.toThrow()
  expect(() => requireSeenEdge(before(2, 60))).toThrow('cannot be told from the wall')
})
