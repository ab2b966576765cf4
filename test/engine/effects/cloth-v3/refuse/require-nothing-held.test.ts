import { describe, expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { requireNothingHeld } from '../../../../../engine/effects/cloth-v3/refuse/require-nothing-held.ts'
import { NOTHING_HELD } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { REGION_NAMES } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 260, height: 260 } as const
const SHOULDERS = 100

/** Puts trousers over old ones of a level, before which a square thing of another level lies. */
function dress(side: number, { isRegion = false, stripes = 0, from = 80 } = {}): void {
  const isThing = (x: number, y: number) => x >= 90 && x < 90 + side && y >= 120 && y < 120 + side
  const isTrousers = (x: number, y: number) => x >= 60 && x < 200 && y >= 80
  const mask = (is: (x: number, y: number) => boolean) => ({
    ...SIZE,
    data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
      is(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
    ),
  })
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const cloth = stripes > 0 && x % stripes < stripes / 2 ? 220 : 40
    data.fill(isThing(x, y) ? 200 : cloth, 4 * at, 4 * at + 3)
  }
  const nothing = mask(() => false)
  const lower = mask((x, y) => isTrousers(x, y) && !(isRegion && isThing(x, y)))
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: mask(isTrousers) },
    torso: {
      origin: { x: 130, y: 0 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: SHOULDERS,
      length: 100,
    },
    regions: {
      ...Object.fromEntries(REGION_NAMES.map((name) => [name, nothing])),
      'lower-garment': lower,
    },
  } as unknown as Wearer
  const covered = Float32Array.from(mask(isTrousers).data, (share) => share / 255)
  requireNothingHeld(wearer, covered, from)
}

describe('a thing before the legs', () => {
  const side = SHOULDERS * Math.sqrt(NOTHING_HELD.area)

  test('is refused from its size on, by its colour', () => {
    dress(Math.floor(side) - 5)
    expect(() => dress(Math.ceil(side) + 1)).toThrow(/Something lies before/)
  })

  test('or where it is no part of the garment, whatever its colours', () => {
    dress(30, { stripes: 40 })
    expect(() => dress(30, { stripes: 40, isRegion: true })).toThrow(/Something lies before/)
  })

  test('but not at their edge, where a top and a belt are', () => {
    dress(30, { from: 160 })
  })
})
