import { expect, test } from 'vitest'
import {
  BEHIND,
  removeUncovered,
  uncoveredHair,
} from '../../../../engine/effects/hair-transfer/bare-head.ts'
import { type Head, headFrame, onHead } from '../../../../engine/effects/hair-transfer/head.ts'
import { hairMatte } from '../../../../engine/regions/hair-matte.ts'
import { sitFor } from '../../jewellery/sit-for.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

test('no ground is filled into ears that show', async () => {
  const { picture, face, regions, drawn } = await sitFor('kofi', SIZE)
  const frame = headFrame(face)
  const head = { picture, face, regions, frame, hair: hairMatte(picture, regions) }
  const { kinds } = uncoveredHair(head, new Float32Array(SIZE.width * SIZE.height))
  const hair = await drawn.hair
  const lost = [...kinds.keys()].filter((at) => {
    const { u, v } = onHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    const isEar = Math.abs(u) > 0.46 && Math.abs(u) < 0.58 && v > -0.35 && v < 0.08
    return isEar && hair[at] === 0 && kinds[at] === BEHIND.ground
  })
  expect(lost).toEqual([])
}, 30_000)

test('no cloth is filled in beside long hair, above the shoulders', async () => {
  const { picture, face, regions } = await sitFor('amara', SIZE)
  const frame = headFrame(face)
  const hair = hairMatte(picture, regions)
  // New hair that is as long and a little narrower.
  const cover = Float32Array.from(hair.alpha, (_, at) => {
    const { u } = onHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    return Math.abs(u) < 0.6 ? 1 : 0
  })
  const { kinds } = uncoveredHair({ picture, face, regions, frame, hair }, cover)
  const found = [...kinds.keys()].filter((at) => {
    const { u, v } = onHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    return Math.abs(u) > 0.6 && v < -0.45 && v > -0.85 && kinds[at]! > 0
  })
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter((at) => kinds[at] !== BEHIND.ground)).toEqual([])
}, 30_000)

test('plain ground is continued plainly, also near a picture on the wall', () => {
  const size = { width: 200, height: 200 }
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: 40_000 }, (_, n) => of(n % 200, Math.floor(n / 200)))
  // A wall that grows a little lighter to the right, stripes from column 150 on, hair before both.
  const wall = (x: number) => (x < 150 ? 150 + 0.1 * x : x % 8 < 4 ? 40 : 240)
  const isHair = (x: number, y: number) => x >= 60 && x < 128 && y >= 60 && y < 100
  const data = new Uint8ClampedArray(160_000)
  for (let n = 0; n < 40_000; n++) {
    const level = isHair(n % 200, Math.floor(n / 200)) ? 20 : wall(n % 200)
    data.set([level, level, level, 255], 4 * n)
  }
  const head = {
    picture: { ...size, data },
    frame: {
      ...{ faceWidth: 300, centre: { x: 100, y: 300 }, oval: [] },
      ...{ across: { x: 1, y: 0 }, up: { x: 0, y: -1 } },
    },
    hair: { alpha: plane((x, y) => (isHair(x, y) ? 1 : 0)) },
    regions: {
      person: plane(() => 0),
      grid: { area: { left: 0, top: 0, ...size }, scale: 1, ...size },
    },
  } as unknown as Head
  const kinds = Uint8Array.from(head.hair.alpha, (share) => (share > 0 ? BEHIND.ground : 0))
  const areas = { ground: 0, skin: 0, body: 0, ear: 0 }
  const made = removeUncovered(head, { kinds, areas })
  const off = [...kinds.keys()]
    .filter((at) => kinds[at] && at % 200 < 110)
    .map((at) => Math.abs(made.data[4 * at]! - wall(at % 200)))
  expect(Math.max(...off)).toBeLessThan(6)
})
