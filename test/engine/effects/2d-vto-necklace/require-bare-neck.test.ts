import { expect, test } from 'vitest'
import { requireBareNeck } from '../../../../engine/effects/2d-vto-necklace/require-bare-neck.ts'

const [WIDTH, HEIGHT] = [120, 120]
const SKIN = [150, 105, 85] as const

/**
 * Skin of one colour below a chin at (60, 20), and a line on it.
 * @param lightness of the line, where the skin's L* is 40
 */
function requireWith(
  isLine: (x: number, y: number) => boolean,
  lightness: number,
  colour: readonly [number, number, number] = SKIN,
): () => void {
  const at = (value: (x: number, y: number) => number): Float32Array =>
    Float32Array.from({ length: WIDTH * HEIGHT }, (_, n) => value(n % WIDTH, Math.floor(n / WIDTH)))
  const light = at((x, y) => (isLine(x, y) ? lightness : 40))
  const points = Array.from({ length: 478 }, () => ({ x: 60, y: 20 }))
  const area = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  const grid = { area, scale: 1, width: WIDTH, height: HEIGHT, points, faceWidth: 80 }
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  for (let n = 0; n < WIDTH * HEIGHT; n++) {
    data.set(isLine(n % WIDTH, Math.floor(n / WIDTH)) ? colour : SKIN, 4 * n)
  }
  const picture = { width: WIDTH, height: HEIGHT, data }
  return () => requireBareNeck(picture, { skin: at(() => 1), light, grid })
}

const isChain = (x: number, y: number): boolean => Math.abs(y - 30 - Math.abs(x - 60)) < 1.5
const isShort = (by: number) => (x: number, y: number) => isChain(x, y) && Math.abs(x - 60) < by

test('a light line along the chest is a necklace that is worn already', () => {
  expect(requireWith(isShort(30), 56)).toThrow(/worn already/)
})

test('a mole, a crease and the edge of light are none', () => {
  expect(requireWith(isShort(5), 56)).not.toThrow()
  expect(requireWith(isChain, 24)).not.toThrow()
  expect(requireWith((x, y) => x + y > 110, 56)).not.toThrow()
})

test('a golden line no lighter than skin is one, also where its links part it', () => {
  const gold = [150, 118, 40] as const
  expect(requireWith(isShort(30), 40, gold)).toThrow(/worn already/)
  const isLinked = (x: number, y: number) => isChain(x, y) && x % 10 < 8
  expect(requireWith(isLinked, 40, gold)).toThrow(/worn already/)
  expect(requireWith(isShort(3), 40, gold)).not.toThrow()
})

test('a redder line, a slightly yellower one and a grey one are none', () => {
  expect(requireWith(isShort(30), 40, [150, 90, 85])).not.toThrow()
  expect(requireWith(isShort(30), 40, [150, 108, 78])).not.toThrow()
  expect(requireWith(isShort(30), 40, [118, 114, 108])).not.toThrow()
})
