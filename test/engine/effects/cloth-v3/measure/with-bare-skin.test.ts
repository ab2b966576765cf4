import { expect, test } from 'vitest'
import { withBareSkin } from '../../../../../engine/effects/cloth-v3/measure/with-bare-skin.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'
import { type ByRegion, byRegion } from '../../../../../engine/regions/region-names.ts'

const SIZE = { width: 240, height: 240 } as const
const SKIN = [220, 170, 140] as const
const TORSO = {
  origin: { x: 120, y: 60 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 100,
  length: 140,
}

/** Somebody in a top with a low neck, arms bare. */
function shownAt(x: number, y: number): 'wall' | 'top' | 'skin' {
  const across = Math.abs(x - 120)
  if (across >= 70 || y < 20) return 'wall'
  if (across >= 52) return y < 60 ? 'wall' : 'skin'
  return y > 70 + 0.8 * (35 - across) ? 'top' : 'skin'
}

/** What passes for the top: the chest above a low neck, and one upper arm with all of its shoulder. */
const isMistaken = (x: number, y: number): boolean =>
  shownAt(x, y) === 'skin' && ((Math.abs(x - 120) < 30 && y > 56) || (x > 172 && y < 150))

/** The regions found where skin passes for a top of a colour. */
function foundIn(top: readonly [number, number, number]): ByRegion<Mask> {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  const regions = byRegion(
    (): Mask => ({ ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height) }),
  )
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const shown = shownAt(x, y)
    if (shown === 'wall') continue
    data.set(shown === 'top' ? top : SKIN, 4 * at)
    const isTop = shown === 'top' || isMistaken(x, y)
    regions[isTop ? 'upper-garment' : 'body-skin'].data[at] = 255
  }
  const picture: Picture = { ...SIZE, data }
  return withBareSkin(picture, regions, TORSO)
}

const levelAt = (regions: ByRegion<Mask>, name: 'upper-garment' | 'body-skin', at: number[]) =>
  regions[name].data[at[1]! * SIZE.width + at[0]!]!

test('bare skin below a low neck and on an upper arm is no part of a top', () => {
  const found = foundIn([50, 30, 40])
  for (const place of [
    [120, 80],
    [181, 100],
  ]) {
    expect(levelAt(found, 'upper-garment', place), place.join()).toBe(0)
    expect(levelAt(found, 'body-skin', place), place.join()).toBe(255)
  }
  expect(levelAt(found, 'upper-garment', [120, 150])).toBe(255)
})

test('a top in the colours of skin keeps what passes for it', () => {
  const found = foundIn([215, 168, 140])
  expect(levelAt(found, 'upper-garment', [120, 80])).toBe(255)
  expect(levelAt(found, 'upper-garment', [120, 150])).toBe(255)
})
