import { describe, expect, test } from 'vitest'
import type { Mask } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
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

describe('every cell', () => {
  const [WIDTH, HEIGHT, CELL, BLOCK] = [83, 61, 7, 16]
  const SIZE = { width: WIDTH, height: HEIGHT }

  /** A mask of one level but for a few pixels. */
  function speckled(random: () => number, usual: number, count: number): Mask {
    const data = new Uint8Array(WIDTH * HEIGHT).fill(usual)
    // The last pixel of all is one of them.
    for (let n = 0, at = data.length - 1; n < count; n++, at = Math.floor(random() * data.length))
      data[at] = usual ? 254 : 1
    return { ...SIZE, data }
  }

  function randomLayer(seed: number): Layer {
    const random = seededRandom(seed)
    const field = identityDisplacement(WIDTH, HEIGHT, CELL)
    const reach = seed % 3 === 0 ? 2 : 24
    for (const values of [field.dx, field.dy]) {
      for (const at of values.keys()) values[at] = reach * (random() - 0.5)
    }
    const layer: Layer = {
      picture: { ...SIZE, data: new Uint8ClampedArray(4 * WIDTH * HEIGHT) },
      matte: speckled(random, 255, 4),
      support: speckled(random, 0, 4),
      field,
    }
    if (seed % 2) layer.protection = speckled(random, 0, 3)
    // Areas of nodes that are in doubt wholly or not at all, and single nodes of another share.
    if (seed > 2) {
      layer.doubt = field.dx.map((_, at) => (((at % field.cols) + seed) % 8 > 3 ? 1 : 0))
      for (let n = 0; n < 5; n++)
        layer.doubt[Math.floor(random() * layer.doubt.length)] = [0, 0.5, 1][n % 3]!
    }
    return layer
  }

  /** Whether a value of a mask other than `usual` lies in the blocks that a part of the picture touches. */
  function holds({ data }: Mask, usual: number, from: number[], to: number[]): boolean {
    const bound = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
    const block = (at: number) => Math.floor(at / BLOCK)
    const [x0, y0] = [block(bound(from[0]!, WIDTH)), block(bound(from[1]!, HEIGHT))]
    const [x1, y1] = [block(bound(to[0]!, WIDTH)), block(bound(to[1]!, HEIGHT))]
    return data.some((value, at) => {
      const [x, y] = [block(at % WIDTH), block(Math.floor(at / WIDTH))]
      return value !== usual && x >= x0 && x <= x1 && y >= y0 && y <= y1
    })
  }

  function kindOf({ matte, support, field, protection, doubt }: Layer, i: number, j: number) {
    const nodes = [0, 1, field.cols, field.cols + 1].map((by) => j * field.cols + i + by)
    const [xs, ys] = [field.dx, field.dy].map((values) => nodes.map((at) => values[at]!))
    const corner = [i * CELL, j * CELL]
    const end = [corner[0]! + CELL, corner[1]! + CELL]
    // The interpolation reads one pixel before and two after.
    const from = [xs!, ys!].map((by, axis) => Math.floor(corner[axis]! + Math.min(...by)) - 1)
    const to = [xs!, ys!].map((by, axis) => Math.ceil(end[axis]! + Math.max(...by)) + 2)
    const doubts = nodes.map((at) => doubt?.[at] ?? 0)
    if (doubts.every((share) => share === 0) && !holds(support, 0, from, to)) {
      if (!holds(support, 0, corner, end)) return EMPTY
    }
    if (protection && holds(protection, 0, corner, end)) return MIXED
    if (doubts.every((share) => share === 1)) return SOLID
    return holds(matte, 255, from, to) ? MIXED : SOLID
  }

  test('of a random layer is of the kind that its pixels say', () => {
    const found = new Set<number>()
    for (let seed = 1; seed <= 20; seed++) {
      const layer = randomLayer(seed)
      const kinds = classifyCells(layer)
      const { cols, rows } = layer.field
      for (let j = 0; j + 1 < rows; j++) {
        for (let i = 0; i + 1 < cols; i++) {
          const kind = kindOf(layer, i, j)
          if (kinds[j * cols + i] !== kind)
            expect.unreachable(`cell ${i}, ${j} of seed ${seed} is none of ${kind}`)
          found.add(kind)
        }
      }
    }
    expect(found.size).toBe(3)
  })
})
