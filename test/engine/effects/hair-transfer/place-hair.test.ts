import { expect, test } from 'vitest'
import type { Head } from '../../../../engine/effects/hair-transfer/head.ts'
import { placeHair } from '../../../../engine/effects/hair-transfer/place-hair.ts'

const SIZE = { width: 200, height: 240 }

/** A face a hundred pixels wide, so far below its usual place, with hair up to the upper edge of the picture. */
function head(down: number): Head {
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: SIZE.width * SIZE.height }, (_, n) =>
      of(n % SIZE.width, Math.floor(n / SIZE.width)),
    )
  const landmarks = Array.from({ length: 478 }, (_, n) => ({
    x: 100 + (20 + (n % 30)) * Math.cos(n),
    y: 110 + down + (20 + (n % 30)) * Math.sin(n),
    z: 0,
  }))
  return {
    picture: { ...SIZE, data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height) },
    face: { landmarks },
    frame: {
      ...{ faceWidth: 100, centre: { x: 100, y: 100 + down }, chin: 0.7 },
      ...{ across: { x: 1, y: 0 }, up: { x: 0, y: -1 }, oval: [] },
    },
    hair: {
      ...{ ...SIZE, alpha: plane((x, y) => (Math.abs(x - 100) < 40 && y < 60 + down ? 1 : 0)) },
      ...{ red: plane(() => 80), green: plane(() => 60), blue: plane(() => 40) },
    },
    regions: { grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE } },
  } as unknown as Head
}

test('hair that its picture cuts is cut on a head with more room above it, and on none with as little', () => {
  expect(placeHair(head(0), head(0)).cut).toBe(0)
  expect(placeHair(head(-10), head(0)).cut).toBe(0)
  expect(placeHair(head(30), head(0)).cut).toBeGreaterThan(0.6)
})
