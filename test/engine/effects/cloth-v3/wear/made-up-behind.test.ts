import { expect, test } from 'vitest'
import { behindGarments } from '../../../../../engine/effects/cloth-v3/generate/make-up-behind.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { UNCOVERED_MADE_UP, UNCOVERED_MOST } from '../../../../../engine/effects/cloth-v3/tuning.ts'
import { holeBeside } from '../../../../../engine/effects/cloth-v3/wear/fill-beside.ts'
import { findUncovered } from '../../../../../engine/effects/cloth-v3/wear/find-uncovered.ts'
import { paintUncovered } from '../../../../../engine/effects/cloth-v3/wear/paint-uncovered.ts'
import type { FillRequest, TaskGenerator } from '../../../../../engine/generate/task-generator.ts'
import { inpainting } from '../../../../../engine/generate/with-inpainting.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'
import { redInpainting } from '../../../red-inpainting.ts'

const SIZE = { width: 200, height: 160 } as const
const [ROOM, CLOTH, SHOULDERS] = [120, 30, 90]

function maskOf(value: (x: number, y: number) => number): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    value(at % SIZE.width, Math.floor(at / SIZE.width)),
  )
  return { ...SIZE, data }
}

/** Somebody whose wide garment of 30 rows shows for so many columns at the right of a new one. */
function wornWide(shows: number) {
  const [none, right] = [maskOf(() => 0), 110 + shows]
  const worn = maskOf((x, y) => (y >= 60 && y < 90 && x >= 60 && x < right ? 255 : 0))
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (const [at, share] of worn.data.entries()) {
    data.set(Array(3).fill(share ? CLOTH : ROOM), 4 * at)
  }
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: worn },
    torso: {
      origin: { x: 100, y: 40 },
      right: { x: 1, y: 0 },
      down: { x: 0, y: 1 },
      shoulders: SHOULDERS,
      length: 140,
    },
    traced: new Uint8Array(SIZE.width * SIZE.height),
    gaps: new Uint8Array(SIZE.width * SIZE.height),
    regions: {
      hair: none,
      'face-skin': none,
      'body-skin': none,
      shoes: none,
      other: none,
      'upper-garment': worn,
      'lower-garment': none,
    },
    arms: [],
    legs: [],
  } as unknown as Wearer
  const covered = Float32Array.from(worn.data, (share, at) =>
    share && at % SIZE.width < 110 ? 1 : 0,
  )
  const neckline = [
    { x: 90, y: 10 },
    { x: 110, y: 10 },
  ]
  return { wearer, covered, fitted: { instead: worn, heights: { from: 0, to: 140 }, neckline } }
}

type Helpers = Parameters<typeof behindGarments>[0]

/** What is beside the new garment once what was worn there is replaced, and whether a rim was asked for. */
async function besideNew(shows: number, helpers: Helpers): Promise<Picture> {
  const { wearer, covered, fitted } = wornWide(shows)
  const behind = behindGarments(helpers)
  const uncovered = findUncovered(wearer, fitted, covered, behind.most)
  const hole = holeBeside(wearer, fitted, uncovered)!
  const made = await behind.makeUp(wearer.picture, hole, uncovered.isRim)
  return paintUncovered(wearer, uncovered, hole, made)
}

/** Red less green in the middle of the rows beside the new garment, and in the room beside the old one. */
function rednessOf({ data }: Picture, shows: number): { beside: number; room: number } {
  const at = (x: number): number => 4 * (75 * SIZE.width + x)
  const red = (x: number): number => data[at(x)]! - data[at(x) + 1]!
  return { beside: red(110 + Math.floor(shows / 2)), room: red(190) }
}

const BINDING = { signal: new AbortController().signal, task: 'a' }
const columnsOf = (share: number): number => Math.floor((share * SHOULDERS ** 2) / 30)
const RIM = columnsOf(UNCOVERED_MOST.background)
const WIDE = columnsOf(UNCOVERED_MADE_UP)

test('a network of users continues the rim beside a garment, and nothing else', async () => {
  const { net, asked } = redInpainting()
  const made = await besideNew(RIM - 1, { inpaint: inpainting(net, BINDING) })
  expect(asked()).toBe(1)
  const { beside, room } = rednessOf(made, RIM - 1)
  expect(beside).toBeGreaterThan(20)
  expect(room).toBe(0)
  // The engine itself continues the grey room.
  expect(rednessOf(await besideNew(RIM - 1, {}), RIM - 1)).toEqual({ beside: 0, room: 0 })
})

test('what is more than a rim is refused without one, and up to a bound not with it', async () => {
  const inpaint = inpainting(redInpainting().net, BINDING)
  await expect(besideNew(RIM + 2, {})).rejects.toThrow(/leaves much of what is worn uncovered/)
  expect(rednessOf(await besideNew(RIM + 2, { inpaint }), RIM + 2).beside).toBeGreaterThan(20)
  await besideNew(WIDE - 1, { inpaint })
  await expect(besideNew(WIDE + 2, { inpaint })).rejects.toThrow(/much of what is worn uncovered/)
})

test('the operator’s generator is paid for what is more than a rim, to take out, without a prompt', async () => {
  const asked: FillRequest[] = []
  const { net, asked: byNetwork } = redInpainting()
  const generator = {
    abilities: ['erase'],
    fill: async (request: FillRequest) => {
      asked.push(request)
      return request.picture
    },
  } as unknown as TaskGenerator
  const helpers = { generator, inpaint: inpainting(net, BINDING) }
  await besideNew(RIM - 1, helpers)
  expect([asked.length, byNetwork()]).toEqual([0, 1])
  await besideNew(RIM + 2, helpers)
  expect([asked.length, byNetwork()]).toEqual([1, 1])
  expect(asked[0]!.prompt).toBeUndefined()
  // One that only paints by a prompt is asked for the garment instead.
  const painter = { ...generator, abilities: ['fill'] } as TaskGenerator
  expect(behindGarments({ generator: painter }).most).toBe(UNCOVERED_MOST.background)
})
