import { describe, expect, test } from 'vitest'
import type { Mask } from '../../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'
import {
  classifyCells,
  EMPTY,
  type Layer,
  MIXED,
  SOLID,
} from '../../../../engine/raster/warp/layer.ts'

const SIDE = 128
const STEP = 16

/** A mask of 255 between two columns. */
function columns(from: number, to: number): Mask {
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
    i % SIDE >= from && i % SIDE < to ? 255 : 0,
  )
  return { width: SIDE, height: SIDE, data }
}

/** A foreground in columns 32 to 95, moved by `dx`. */
function layer(dx: number): Layer {
  const matte = columns(32, 96)
  const field = identityDisplacement(SIDE, SIDE, STEP)
  field.dx.fill(dx)
  const data = new Uint8ClampedArray(4 * SIDE * SIDE)
  return { picture: { width: SIDE, height: SIDE, data }, matte, support: matte, field }
}

/** The kinds of the cells in the fourth row. */
function kindsOf(of: Layer): number[] {
  const { cols } = of.field
  return Array.from(classifyCells(of).subarray(3 * cols, 3 * cols + SIDE / STEP))
}

describe('cells of a layer', () => {
  test('are empty away from the foreground, solid within it and mixed at its edges', () => {
    const [E, S, M] = [EMPTY, SOLID, MIXED]
    expect(kindsOf(layer(0))).toEqual([E, M, M, S, S, M, M, E])
  })

  test('are classified by what moves into them as well as by what they hold', () => {
    const [E, S, M] = [EMPTY, SOLID, MIXED]
    expect(kindsOf(layer(32))).toEqual([M, S, S, M, M, M, E, E])
  })

  test('are mixed, not solid, where a pixel is protected', () => {
    const protection = columns(60, 61)
    expect(kindsOf({ ...layer(0), protection })[3]).toBe(MIXED)
    expect(kindsOf({ ...layer(0), protection })[4]).toBe(SOLID)
  })
})
