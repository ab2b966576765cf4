import { describe, expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { cleanArms } from '../../../../../engine/effects/cloth-v3/wear/clean-arms.ts'
import { matteArms } from '../../../../../engine/effects/cloth-v3/wear/matte-arms.ts'
import { linearToSrgb, srgbToLinear } from '../../../../../engine/raster/colour/lab.ts'

const SIZE = { width: 120, height: 90 } as const
const SKIN = [205, 160, 130]

type Drawn = { cloth: readonly number[]; shade?: (x: number) => number; off?: number }

/** Where the arm's edge lies in a row: aslant, so that pixels are mixed to every share. */
const edgeAt = (y: number): number => 60 + 0.15 * y

/** How much of a pixel is arm. */
const armAt = (x: number, y: number): number => Math.min(1, Math.max(0, x + 0.5 - edgeAt(y) + 0.5))

/** An arm at the right before cloth at the left, and a mask of it that is hard and `off` pixels wrong, by turns. */
function drawn({ cloth, shade = () => 1, off = 2 }: Drawn): Wearer {
  const count = SIZE.width * SIZE.height
  const data = new Uint8ClampedArray(4 * count).fill(255)
  const skin = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const share = armAt(x, y)
    for (let c = 0; c < 3; c++) {
      const behind = srgbToLinear(cloth[c]! * shade(edgeAt(y) - x))
      data[4 * at + c] = linearToSrgb(share * srgbToLinear(SKIN[c]!) + (1 - share) * behind)
    }
    const wrong = Math.floor(y / 6) % 2 === 0 ? off : -off
    if (x + 0.5 > edgeAt(y) + wrong) skin[at] = 255
  }
  return {
    picture: { ...SIZE, data },
    traced: new Uint8Array(count),
    regions: { 'body-skin': { ...SIZE, data: skin } },
    torso: { shoulders: 250 },
    arms: [
      [
        { x: 95, y: 0 },
        { x: 95, y: 45 },
        { x: 95, y: 89 },
      ],
      [
        { x: 96, y: 0 },
        { x: 96, y: 45 },
        { x: 96, y: 89 },
      ],
    ],
  } as unknown as Wearer
}

/** How far a matte is off the arm as it is drawn, in the rows that its window does not leave. */
function errors(wearer: Wearer): number[] {
  const { share } = matteArms(wearer, () => 1)
  return Array.from({ length: 60 }, (_, n) => 15 + n).flatMap((y) =>
    Array.from({ length: 30 }, (_, n) => {
      const x = 50 + n
      return Math.abs(share[y * SIZE.width + x]! - armAt(x, y))
    }),
  )
}

describe('the edge of an arm before a garment', () => {
  test.each([
    ['white', [240, 240, 238]],
    ['black', [25, 25, 28]],
    ['lilac', [185, 165, 220]],
  ] as const)('is as fine as in the photo, whatever its mask: beside %s', (_, cloth) => {
    expect(Math.max(...errors(drawn({ cloth })))).toBeLessThan(0.3)
  })

  test('leaves the shade that it casts on what was worn', () => {
    const wearer = drawn({ cloth: [240, 240, 238], shade: (away) => (away < 3 ? 0.6 : 1) })
    const { share } = matteArms(wearer, () => 1)
    const shaded = share.filter((_, at) => {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      return y >= 15 && y < 75 && armAt(x, y) === 0
    })
    expect(Math.max(...shaded)).toBeLessThan(0.35)
  })

  test('is that of its mask beside cloth of its own colour', () => {
    const wearer = drawn({ cloth: SKIN, off: 0 })
    expect(Math.max(...errors(wearer))).toBeLessThan(0.5)
  })

  test('lies where it was traced', () => {
    const wearer = drawn({ cloth: [240, 240, 238] })
    wearer.traced.fill(1)
    for (let at = 0; at < wearer.traced.length; at++) {
      const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
      wearer.regions['body-skin'].data[at] = x + 0.5 > edgeAt(y) + 2 ? 255 : 0
    }
    const { share } = matteArms(wearer, () => 1)
    for (let y = 20; y < 70; y++) {
      const at = y * SIZE.width + Math.round(edgeAt(y) + 2)
      expect(share[at - 3], `row ${y}`).toBe(0)
      expect(share[at + 2], `row ${y}`).toBe(1)
    }
  })

  test('has none of the colour of what was worn, where something else lies behind it', () => {
    const wearer = drawn({ cloth: [25, 25, 28] })
    const matte = matteArms(wearer, () => 1)
    const out = { ...wearer.picture, data: wearer.picture.data.slice() }
    const box = { left: 0, top: 0, ...SIZE }
    const behind = matte.share.slice()
    const data = new Float32Array(4 * behind.length)
    for (let at = 0; at < behind.length; at++) data[4 * at + 3] = 1 - behind[at]!
    cleanArms(out, matte, [{ drawn: { box, data }, shadow: 0, behind }])
    for (let y = 15; y < 75; y++) {
      const at = y * SIZE.width + Math.floor(edgeAt(y) + 0.5)
      if (armAt(at % SIZE.width, y) < 0.3) continue
      for (let c = 0; c < 3; c++) {
        expect(Math.abs(out.data[4 * at + c]! - SKIN[c]!), `row ${y}`).toBeLessThan(25)
      }
    }
  })

  test('is not drawn for specks and rims of skin that are thin all over', () => {
    const wearer = drawn({ cloth: [25, 25, 28] })
    const skin = wearer.regions['body-skin'].data.map((value, at) =>
      at % SIZE.width === 30 ? 255 : value,
    )
    const regions = { ...wearer.regions, 'body-skin': { ...SIZE, data: skin } }
    const { share } = matteArms({ ...wearer, regions }, () => 1)
    expect(share[40 * SIZE.width + 30]).toBe(0)
  })

  test('has no shreds of cloth beside it that have the colours of skin', () => {
    const wearer = drawn({ cloth: [25, 25, 28], off: 0 })
    for (let y = 42; y < 46; y++) {
      for (let x = 30; x < edgeAt(y); x++) {
        wearer.regions['body-skin'].data[y * SIZE.width + x] = 255
        wearer.picture.data.set(SKIN, 4 * (y * SIZE.width + x))
      }
    }
    const { share } = matteArms(wearer, () => 1)
    for (let x = 28; x < 60; x++) expect(share[43 * SIZE.width + x], `column ${x}`).toBe(0)
    expect(share[43 * SIZE.width + 75]).toBe(1)
  })
})
