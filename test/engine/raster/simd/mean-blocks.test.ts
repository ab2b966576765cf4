import { expect, test } from 'vitest'
import { allocPlane, instantiateKernel, withArena } from '../../../../engine/raster/arena.ts'
import { MEAN_BLOCKS } from '../../../../engine/raster/simd/mean-blocks.ts'
import { allocPixels, farthest, noise } from './arena-values.ts'

/** The mean of a channel of the pixels of a block. */
function meanOf(
  pixels: Int32Array,
  width: number,
  block: { left: number; side: number; rows: number },
  shift: number,
): number {
  let sum = 0
  for (let y = 0; y < block.rows; y++) {
    for (let x = 0; x < block.side; x++) {
      sum += (pixels[y * width + block.left + x]! >> shift) & 255
    }
  }
  return sum / (block.side * block.rows)
}

test.each([1, 2, 3, 5, 8, 17])('blocks %i pixels wide have the means of their channels', (side) => {
  const meanBlocks = instantiateKernel(MEAN_BLOCKS)
  for (const rows of [1, 2, side, 256]) {
    for (const blocks of [1, 2, 3, 4, 9]) {
      withArena(() => {
        const width = side * blocks
        const pixels = allocPixels(width * rows)
        pixels.set(noise(pixels.length, side, 2 ** 31))
        const planes = [allocPlane(blocks), allocPlane(blocks), allocPlane(blocks)] as const
        const line = allocPlane(2 * width + 8)
        const [red, green, blue] = planes.map(({ byteOffset }) => byteOffset)
        const from = pixels.byteOffset
        meanBlocks(red!, green!, blue!, from, 4 * width, blocks, side, rows, line.byteOffset)
        for (const [nth, plane] of planes.entries()) {
          const expected = plane.map((_, block) =>
            meanOf(pixels, width, { left: block * side, side, rows }, 8 * nth),
          )
          expect(farthest(plane, expected)).toBeLessThan(1e-6)
        }
      })
    }
  }
})

test('sums have room for 256 rows of the brightest pixels', () => {
  withArena(() => {
    const pixels = allocPixels(256).fill(-1)
    const [red, green, blue] = [allocPlane(1), allocPlane(1), allocPlane(1)]
    const line = allocPlane(10)
    const addresses = [red, green, blue, pixels].map(({ byteOffset }) => byteOffset)
    const [r, g, b, from] = addresses as [number, number, number, number]
    instantiateKernel(MEAN_BLOCKS)(r, g, b, from, 4, 1, 1, 256, line.byteOffset)
    expect([red[0], green[0], blue[0]]).toEqual([255, 255, 255])
  })
})
