import { expect, test } from 'vitest'
import { requireChange } from '../../../../../engine/effects/cloth-v3/refuse/require-change.ts'
import type { Mask, Picture } from '../../../../../engine/raster/picture.ts'

const SIZE = { width: 90, height: 90 } as const
const WORN: Mask = { ...SIZE, data: new Uint8Array(SIZE.width * SIZE.height).fill(255) }

type Colour = readonly [number, number, number]
const NAVY: Colour = [30, 40, 80]
const WHITE: Colour = [225, 225, 220]

/** Cloth of which every pixel has a colour, in folds so wide that darken it by up to a tenth. */
function cloth(colourAt: (x: number, y: number) => Colour, fold = 9): Picture {
  const data = new Uint8ClampedArray(4 * WORN.data.length).fill(255)
  for (let at = 0; at < WORN.data.length; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)]
    const light = 0.95 + 0.05 * Math.sin(x / fold)
    data.set(
      colourAt(x, y).map((level) => level * light),
      4 * at,
    )
  }
  return { ...SIZE, data }
}

/** Level stripes of two colours, so wide, from some row on; a share of them is of the first colour. */
function stripes(wide: number, from: number, [one, other]: readonly [Colour, Colour], share = 0.5) {
  return cloth((_, y) => ((y + from) % wide < share * wide ? one : other))
}

const BOTH = [NAVY, WHITE] as const

test('stripes that are put on once more are no change, though they lie aside', () => {
  expect(() => requireChange(stripes(10, 0, BOTH), stripes(10, 5, BOTH), WORN)).toThrow(
    expect.objectContaining({ condition: 'unchanged' }),
  )
})

test.each([
  ['stripes of another colour', stripes(10, 5, [[120, 30, 40], WHITE])],
  ['wider stripes', stripes(20, 5, BOTH)],
  ['narrower ones of the same colours', stripes(10, 5, BOTH, 0.2)],
  ['stripes that go down', cloth((x) => (x % 10 < 5 ? NAVY : WHITE))],
  ['plain cloth', cloth(() => WHITE)],
])('%s are a change', (_, after) => {
  expect(() => requireChange(stripes(10, 0, BOTH), after, WORN)).not.toThrow()
})

test.each([
  ['hardly more than grain are no change', 2.6, true],
  ['more are one', 1.2, false],
])('folds along stripes of which neighbours differ by %s', (_, fold, isSame) => {
  const folded = cloth((_, y) => ((y + 5) % 10 < 5 ? NAVY : WHITE), fold)
  const change = () => requireChange(stripes(10, 0, BOTH), folded, WORN)
  if (isSame) expect(change).toThrow()
  else expect(change).not.toThrow()
})

test('plain cloth without the print it had is a change', () => {
  const printed = cloth((x, y) => (Math.hypot(x - 45, y - 45) < 11 ? WHITE : NAVY))
  expect(() =>
    requireChange(
      printed,
      cloth(() => NAVY),
      WORN,
    ),
  ).not.toThrow()
})

test('the very same is none', () => {
  const plain = cloth(() => NAVY)
  expect(() => requireChange(plain, { ...plain, data: plain.data.slice() }, WORN)).toThrow()
})
