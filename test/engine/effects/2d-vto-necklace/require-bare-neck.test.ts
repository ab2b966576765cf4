import { expect, test } from 'vitest'
import { requireBareNeck } from '../../../../engine/effects/2d-vto-necklace/require-bare-neck.ts'

/** Skin of one lightness below a chin at (60, 20), and a line of another on it. */
function requireWith(lightness: number, isLine: (x: number, y: number) => boolean): () => void {
  const [width, height] = [120, 120]
  const at = (value: (x: number, y: number) => number): Float32Array =>
    Float32Array.from({ length: width * height }, (_, n) => value(n % width, Math.floor(n / width)))
  const light = at((x, y) => (isLine(x, y) ? lightness : 40))
  const points = Array.from({ length: 478 }, () => ({ x: 60, y: 20 }))
  const grid = { width, height, points: points as never, faceWidth: 80 }
  return () => requireBareNeck({ skin: at(() => 1), light, grid })
}

const isChain = (x: number, y: number): boolean => Math.abs(y - 30 - Math.abs(x - 60)) < 1.5

test('a light line along the chest is a necklace that is worn already', () => {
  expect(requireWith(56, (x, y) => isChain(x, y) && Math.abs(x - 60) < 30)).toThrow(/worn already/)
})

test('a mole, a crease and the edge of light are none', () => {
  expect(requireWith(56, (x, y) => isChain(x, y) && Math.abs(x - 60) < 5)).not.toThrow()
  expect(requireWith(24, isChain)).not.toThrow()
  expect(requireWith(56, (x, y) => x + y > 110)).not.toThrow()
})
