import { expect, test } from 'vitest'
import { cutWorn } from '../../../../engine/effects/cloth-v3/cut-worn.ts'
import type { Wearer } from '../../../../engine/effects/cloth-v3/wearer.ts'
import { linearToSrgb } from '../../../../engine/raster/lab.ts'
import type { Mask } from '../../../../engine/raster/picture.ts'

const SIZE = { width: 160, height: 160 } as const
const TOP = { left: 40, right: 120, top: 30, hem: 110 } as const

/** Rows above the hem that are in its shade, which regions give to the trousers below. */
const SHADED = 8
const [CLOTH, SHADE, TROUSERS] = [
  [34, 178, 74],
  [18, 100, 40],
  [60, 79, 110],
] as const

function maskOf(isOf: (x: number, y: number) => boolean): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    isOf(at % SIZE.width, Math.floor(at / SIZE.width)) ? 255 : 0,
  )
  return { ...SIZE, data }
}

test('a hem in its own shade is cut out as it is, where regions give it to the trousers', () => {
  const isAcross = (x: number): boolean => x >= TOP.left && x < TOP.right
  const edge = TOP.hem - SHADED
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const colour = y < edge ? CLOTH : y < TOP.hem ? SHADE : TROUSERS
    data.set(isAcross(x) && y >= TOP.top ? colour : [200, 200, 205], 4 * at)
  }
  const none = maskOf(() => false)
  const wearer = {
    picture: { ...SIZE, data },
    body: { mask: maskOf((x, y) => isAcross(x) && y >= TOP.top) },
    torso: { shoulders: 100 },
    regions: {
      'upper-garment': maskOf((x, y) => isAcross(x) && y >= TOP.top && y < edge),
      'lower-garment': maskOf((x, y) => isAcross(x) && y >= edge),
      ...{ 'face-skin': none, 'body-skin': none, hair: none, shoes: none },
    },
  } as unknown as Wearer
  const outline = [
    { x: TOP.left, y: TOP.top },
    { x: TOP.right, y: TOP.top },
    { x: TOP.right, y: TOP.hem },
    { x: TOP.left, y: TOP.hem },
  ]
  const product = cutWorn(wearer, 'upper-garment', [outline])
  for (let y = edge; y < TOP.hem; y++) {
    for (const x of [60, 80, 100]) {
      const at = 4 * (y * SIZE.width + x)
      const found = [0, 1, 2].map((c) => linearToSrgb(product.data[at + c]!))
      for (const [c, level] of SHADE.entries()) expect(Math.abs(found[c]! - level)).toBeLessThan(3)
    }
  }
})
