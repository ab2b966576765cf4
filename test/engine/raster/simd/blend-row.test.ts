import { expect, test } from 'vitest'
import { BLEND_ROW, type BlendRow } from '../../../../engine/raster/simd/blend-row.ts'
import { FIXED_ONE } from '../../../../engine/raster/simd/delta-rows.ts'
import { wasmInstanceOf } from '../../../../engine/raster/simd/wasm-instance.ts'

const COUNT = 11
/** Addresses: the pixels below, those laid over them, and two lines of changes with a place more than pixels ask for. */
const [TO, OVER, UPPER, LOWER] = [0, 64, 128, 512]
const [START, STEP, DOWN] = [0.25, 0.5, 0.75]

const bench = wasmInstanceOf<{ layLine: BlendRow }>({ layLine: BLEND_ROW })

/** What a line says at its k-th place: what is added to red, green and blue, and how much of the pixel is seen. */
type Change = (k: number) => [number, number, number, number]

function laid(below: number[], over: number[], upper: Change, lower: Change): number[] {
  const { memory, runs } = bench(1024)
  const pixels = new Uint8Array(memory, TO, 4 * COUNT)
  for (let n = 0; n < COUNT; n++) {
    pixels.set(below, 4 * n)
    new Uint8Array(memory, OVER, 4 * COUNT).set(over, 4 * n)
  }
  for (const [at, change] of [
    [UPPER, upper],
    [LOWER, lower],
  ] as const) {
    const line = new Float32Array(memory, at, 4 * 8)
    for (let k = 0; k < 8; k++) line.set(change(k), 4 * k)
  }
  runs.layLine(TO, OVER, UPPER, LOWER, COUNT, START * FIXED_ONE, STEP * FIXED_ONE, DOWN * FIXED_ONE)
  return [...pixels]
}

function pixelsOf(all: number[]): number[][] {
  return Array.from({ length: COUNT }, (_, n) => all.slice(4 * n, 4 * n + 4))
}

test('what is wholly seen has the new colour, changed, and the alpha of the old', () => {
  const change: Change = () => [5, -10, 300, 1]
  const all = pixelsOf(laid([10, 20, 30, 77], [100, 110, 120, 255], change, change))
  for (const pixel of all) expect(pixel).toEqual([105, 100, 255, 77])
})

test('what is not seen at all stays', () => {
  const change: Change = () => [50, 50, 50, 0]
  const all = pixelsOf(laid([10, 20, 30, 77], [100, 110, 120, 255], change, change))
  for (const pixel of all) expect(pixel).toEqual([10, 20, 30, 77])
})

test('changes are mixed between places and between the lines', () => {
  const all = pixelsOf(
    laid(
      [0, 0, 0, 255],
      [100, 100, 100, 255],
      (k) => [8 * k, 0, 0, 1],
      (k) => [16 * k, 0, 0, 0.5],
    ),
  )
  for (const [n, [red, green]] of all.entries()) {
    const k = START + n * STEP
    const share = 1 * (1 - DOWN) + 0.5 * DOWN
    const added = 8 * k * (1 - DOWN) + 16 * k * DOWN
    expect(Math.abs(red! - share * (100 + added))).toBeLessThanOrEqual(0.5)
    expect(Math.abs(green! - share * 100)).toBeLessThanOrEqual(0.5)
  }
})
