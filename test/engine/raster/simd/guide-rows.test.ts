import { expect, test } from 'vitest'
import {
  addressOf,
  allocBytes,
  allocPlane,
  instantiateKernel,
  withArena,
} from '../../../../engine/raster/arena.ts'
import { GUIDE_ROWS } from '../../../../engine/raster/simd/guide-rows.ts'
import { farthest, noise, planeOf } from './arena-values.ts'

test('a part of a grid becomes the planes that a guided filter begins with', () => {
  const [stride, width, rows] = [20, 12, 3]
  const luma = Uint8Array.from(noise(stride * rows, 1, 127), (value) => 128 + value)
  const alpha = noise(stride * rows, 2, 1)
  const made = withArena(() => {
    const bytes = allocBytes(luma.length)
    bytes.set(luma)
    const planes = Array.from({ length: 4 }, () => allocPlane(width * rows))
    const [guide, own, both, square] = planes.map(addressOf)
    const guideRows = instantiateKernel(GUIDE_ROWS)
    const from = [addressOf(bytes), addressOf(planeOf(alpha))] as const
    guideRows(...from, stride, guide!, own!, both!, square!, width / 4, rows)
    return planes.map((plane) => [...plane])
  })
  const cells = Array.from({ length: width * rows }, (_, at) => {
    const cell = Math.floor(at / width) * stride + (at % width)
    return { level: luma[cell]! / 255, share: alpha[cell]! }
  })
  const expected = [
    cells.map(({ level }) => level),
    cells.map(({ share }) => share),
    cells.map(({ level, share }) => level * share),
    cells.map(({ level }) => level * level),
  ]
  for (const [nth, plane] of expected.entries()) {
    expect(farthest(made[nth]!, plane)).toBeLessThan(1e-6)
  }
})
