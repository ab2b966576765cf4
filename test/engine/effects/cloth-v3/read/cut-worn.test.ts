import { expect, test } from 'vitest'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { cutWorn } from '../../../../../engine/effects/cloth-v3/read/cut-worn.ts'
import { linearToSrgb } from '../../../../../engine/raster/colour/lab.ts'
import type { Mask } from '../../../../../engine/raster/picture.ts'

const SIZE = { width: 160, height: 160 } as const
const TOP = { left: 40, right: 120, top: 30, hem: 110 } as const

/** Rows above the hem that are in its shade, which regions give to the trousers below. */
const SHADED = 8
const [CLOTH, SHADE, TROUSERS, ROOM] = [
  [34, 178, 74],
  [18, 100, 40],
  [60, 79, 110],
  [200, 200, 205],
] as const

function maskOf(value: (x: number, y: number) => number): Mask {
  const data = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
    value(at % SIZE.width, Math.floor(at / SIZE.width)),
  )
  return { ...SIZE, data }
}

const isAcross = (x: number): boolean => x >= TOP.left && x < TOP.right
const isWorn = (x: number, y: number): boolean => isAcross(x) && y >= TOP.top

/** Where the room shows through the garment, at the end of the gap between arm and body. */
const isGap = (x: number, y: number): boolean => x >= 79 && x < 81 && y >= 58 && y < 63

/** A green top with its hem in shade over trousers, cut out by its outline. */
function cutOut() {
  const edge = TOP.hem - SHADED
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let at = 0; at < data.length / 4; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const colour = y < edge ? CLOTH : y < TOP.hem ? SHADE : TROUSERS
    data.set(isWorn(x, y) && !isGap(x, y) ? colour : ROOM, 4 * at)
  }
  const none = maskOf(() => 0)
  const wearer = {
    picture: { ...SIZE, data },
    // Neither is sure of a narrow gap.
    body: { mask: maskOf((x, y) => (isGap(x, y) ? 170 : isWorn(x, y) ? 255 : 0)) },
    torso: { shoulders: 100 },
    regions: {
      'upper-garment': maskOf((x, y) => (isGap(x, y) ? 150 : isWorn(x, y) && y < edge ? 255 : 0)),
      'lower-garment': maskOf((x, y) => (isAcross(x) && y >= edge ? 255 : 0)),
      'face-skin': none,
      'body-skin': none,
      hair: none,
      shoes: none,
    },
  } as unknown as Wearer
  const outline = [
    { x: TOP.left, y: TOP.top },
    { x: TOP.right, y: TOP.top },
    { x: TOP.right, y: TOP.hem },
    { x: TOP.left, y: TOP.hem },
  ]
  const product = cutWorn(wearer, 'upper-garment', [outline])
  return (x: number, y: number): number[] =>
    [0, 1, 2].map((c) => linearToSrgb(product.data[4 * (y * SIZE.width + x) + c]!))
}

function expectColour(found: readonly number[], colour: readonly number[]): void {
  for (const [c, level] of colour.entries()) expect(Math.abs(found[c]! - level)).toBeLessThan(3)
}

test('a hem in its own shade is cut out as it is, where regions give it to the trousers', () => {
  const at = cutOut()
  for (let y = TOP.hem - SHADED; y < TOP.hem; y++) {
    for (const x of [60, 80, 100]) expectColour(at(x, y), SHADE)
  }
})

test('no room comes along that shows in an armpit, between the outlines of sleeve and torso', () => {
  const at = cutOut()
  for (let y = 56; y < 65; y++) for (let x = 77; x < 83; x++) expectColour(at(x, y), CLOTH)
})
