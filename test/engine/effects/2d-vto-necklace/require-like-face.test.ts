import { expect, test } from 'vitest'
import { requireLikeFace } from '../../../../engine/effects/2d-vto-necklace/require-like-face.ts'

type Rgb = readonly [number, number, number]

/** A face of one colour above row 40, and below it what was told to be skin, of another. */
function requireWith(face: Rgb, below: Rgb): () => void {
  const [width, height] = [80, 80]
  const data = new Uint8ClampedArray(4 * width * height)
  for (let at = 0; at < width * height; at++)
    data.set([...(at < 40 * width ? face : below), 255], 4 * at)
  const chain = new Float32Array(4 * 40 * 20)
  for (let x = 0; x < 40; x++) for (const y of [8, 9, 10]) chain[4 * (y * 40 + x) + 3] = 1
  const placed = {
    product: { width: 40, height: 20, data: chain },
    box: { left: 20, top: 50, width: 40, height: 20 },
    place: (x: number, y: number) => ({ x: x - 20, y: y - 50 }),
  }
  const ends = { left: { x: 0, y: 0 }, right: { x: 40, y: 0 }, isClosed: false }
  const area = { left: 0, top: 0, width, height }
  const regions = {
    skin: new Float32Array(width * height).fill(1),
    grid: { width, height, area, scale: 1 },
  }
  const landmarks = Array.from({ length: 9 }, (_, n) => ({ x: 20 + 4 * n, y: 20 }))
  const scene = { picture: { width, height, data }, face: { landmarks }, regions }
  return () => requireLikeFace(placed as never, ends, scene as never)
}

const FACE: Rgb = [200, 150, 120]

test('skin in half of the light, and a picture without colours, are taken', () => {
  expect(requireWith(FACE, [104, 80, 66])).not.toThrow()
  expect(requireWith([150, 150, 150], [120, 120, 120])).not.toThrow()
})

test('a black coat and dry grass are no skin', () => {
  expect(requireWith(FACE, [22, 20, 20])).toThrow(/not the colour of the face/)
  expect(requireWith(FACE, [150, 158, 100])).toThrow(/not the colour of the face/)
})
