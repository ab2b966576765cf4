import { describe, expect, test } from 'vitest'
import type { Box } from '../../../engine/geometry/box.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { applyChange } from '../../../engine/restore/apply-change.ts'
import { interpolationWeights } from '../../../engine/restore/interpolation.ts'
import type { Samples, ScratchFile } from '../../../engine/restore/scratch-file.ts'
import type { Change } from '../../../engine/restore/split-change.ts'

type Pixels = { width: number; height: number; channels: number; white: number; data: Samples }

/** A file whose rows are in memory. */
function inMemory({ data, ...shape }: Pixels): ScratchFile {
  const stride = shape.width * shape.channels
  return {
    ...shape,
    path: '',
    readRows: async (top, count, into) => {
      expect(top).toBeGreaterThanOrEqual(0)
      expect(top + count).toBeLessThanOrEqual(shape.height)
      into.set(data.subarray(top * stride, (top + count) * stride))
    },
    writeRows: async (top, rows) => data.set(rows, top * stride),
    close: async () => {},
  }
}

function drawn(width: number, height: number, channels: number, white = 255): Pixels {
  const random = seededRandom(7)
  const length = width * height * channels
  const data = white === 255 ? new Uint8Array(length) : new Uint16Array(length)
  for (let at = 0; at < length; at++) data[at] = Math.floor(random() * (white + 1))
  return { width, height, channels, white, data }
}

/** Planes of an area, each drawn by `at` of column and row. */
function plane({ width, height }: Box, at: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, n) =>
    at(n % width, Math.floor(n / width)),
  )
}

const linear = (t: number): number => Math.max(0, 1 - Math.abs(t))
const sinc = (t: number): number => (t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t))
const lanczos = (t: number): number => (Math.abs(t) < 3 ? sinc(t) * sinc(t / 3) : 0)
/** Keys 1981 with a = -0.5. */
function cubic(t: number): number {
  const d = Math.abs(t)
  if (d < 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
  return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
}

type Grid = { width: number; height: number; at: (x: number, y: number) => number }

/** The value of a grid between its samples; edges repeat, weights add up to 1. */
function between(
  { width, height, at }: Grid,
  x: number,
  y: number,
  kernel: (t: number) => number,
  reach: number,
) {
  let [sum, all] = [0, 0]
  for (let j = Math.floor(y) - reach + 1; j <= Math.floor(y) + reach; j++) {
    for (let i = Math.floor(x) - reach + 1; i <= Math.floor(x) + reach; i++) {
      const weight = kernel(x - i) * kernel(y - j)
      const [column, row] = [
        Math.max(0, Math.min(width - 1, i)),
        Math.max(0, Math.min(height - 1, j)),
      ]
      sum += weight * at(column, row)
      all += weight
    }
  }
  return sum / all
}

/** What the change makes of the file, by its definition: pixel by pixel, everything in memory. */
function expected(
  before: Pixels,
  { area, sent, dx, dy, detail, mask, base }: Change,
  crop: Box,
): Samples {
  const { width, height, channels, white, data } = before
  const after = data.slice()
  const grid = (values: Float32Array): Grid => ({
    width: area.width,
    height: area.height,
    at: (x, y) => values[y * area.width + x]!,
  })
  const [across, down] = [crop.width / sent.width, crop.height / sent.height]
  for (let y = crop.top; y < crop.top + crop.height; y++) {
    for (let x = crop.left; x < crop.left + crop.width; x++) {
      const u = (x - crop.left + 0.5) / across - 0.5 - area.left
      const v = (y - crop.top + 0.5) / down - 0.5 - area.top
      if (u <= -1 || v <= -1 || u >= area.width || v >= area.height) continue
      const of = (values: Float32Array) => between(grid(values), u, v, linear, 1)
      const share = of(mask)
      if (share < 1 / 512) continue
      const [moveX, moveY] = [of(dx) * across, of(dy) * down]
      const still = Math.abs(moveX) < 0.02 && Math.abs(moveY) < 0.02
      const fromX = Math.max(0, Math.min(width - 1, x + (still ? 0 : moveX)))
      const fromY = Math.max(0, Math.min(height - 1, y + (still ? 0 : moveY)))
      for (let c = 0; c < Math.min(channels, base.length); c++) {
        const source = {
          width,
          height,
          at: (i: number, j: number) => data[(j * width + i) * channels + c]!,
        }
        const own = source.at(x, y)
        const moved = between(source, fromX, fromY, cubic, 2)
        const added = between(grid(base[c]!), u, v, lanczos, 3)
        const mixed = Math.round(own + share * (of(detail) * moved + white * added - own))
        after[(y * width + x) * channels + c] = Math.max(0, Math.min(white, mixed))
      }
    }
  }
  return after
}

/** The mask is 0 at the area's edge, as one with soft edges is. */
function softMask(area: Box): Float32Array {
  return plane(area, (x, y) => {
    const edge = Math.min(x, y, area.width - 1 - x, area.height - 1 - y)
    return Math.max(0, Math.min(1, edge / 2))
  })
}

function changeOf(
  area: Box,
  sent: { width: number; height: number },
  channels: number,
  more: Partial<Change> = {},
): Change {
  const nothing = plane(area, () => 0)
  return {
    area,
    sent,
    mask: softMask(area),
    dx: nothing,
    dy: nothing,
    detail: plane(area, () => 1),
    base: Array.from({ length: channels }, (_, c) =>
      plane(area, (x, y) => 0.02 * c + 0.01 * x - 0.008 * y),
    ),
    ...more,
  } as Change
}

async function applied(before: Pixels, change: Change, crop: Box) {
  const pixels = { ...before, data: before.data.slice() }
  const changed = await applyChange(inMemory(pixels), change, crop)
  return { changed, data: pixels.data }
}

function pixelsThatDiffer(one: Samples, other: Samples, channels: number): number {
  let count = 0
  for (let at = 0; at < one.length; at += channels) {
    if (one.subarray(at, at + channels).some((value, c) => value !== other[at + c])) count++
  }
  return count
}

const AREA = { left: 5, top: 6, width: 14, height: 40 }
const SENT = { width: 25, height: 50 }
/** The source is three times as large across and two and a half times down: more rows than a strip has. */
const CROP = { left: 7, top: 4, width: 75, height: 125 }

const CASES: [string, Pixels, Partial<Change>][] = [
  ['light alone', drawn(90, 140, 3), {}],
  ['a grey picture', drawn(90, 140, 1), {}],
  ['alpha, which stays', drawn(90, 140, 4), {}],
  ['16 bits', drawn(90, 140, 3, 65_535), {}],
  ['less detail', drawn(90, 140, 3), { detail: plane(AREA, (x) => x / 14) }],
  [
    'motion to the right and down',
    drawn(90, 140, 3),
    { dx: plane(AREA, () => -1.3), dy: plane(AREA, () => -2.7) },
  ],
  [
    'motion to the left and up',
    drawn(90, 140, 3),
    { dx: plane(AREA, () => 0.9), dy: plane(AREA, (_, y) => 0.1 * y) },
  ],
  [
    'motion from beyond the picture',
    drawn(90, 140, 3),
    { dx: plane(AREA, () => -30), dy: plane(AREA, () => 30) },
  ],
  [
    'motion too small to be seen',
    drawn(90, 140, 3),
    { dx: plane(AREA, () => 0.006), dy: plane(AREA, () => -0.007) },
  ],
  [
    'motion just large enough',
    drawn(90, 140, 3),
    { dx: plane(AREA, () => 0.008), dy: plane(AREA, () => 0) },
  ],
]

describe.each(CASES)('a change of %s', (_, before, more) => {
  const change = changeOf(AREA, SENT, Math.min(3, before.channels), more)

  test('is what its definition says, pixel by pixel, and nothing beside it changes', async () => {
    const { data, changed } = await applied(before, change, CROP)
    const truth = expected(before, change, CROP)
    // Weights of single precision round a few values the other way.
    const apart = data.map((value, at) => Math.abs(value - truth[at]!))
    expect(Math.max(...apart)).toBeLessThanOrEqual(before.white === 255 ? 1 : 3)
    expect(apart.filter((value) => value > 0).length / apart.length).toBeLessThan(
      before.white === 255 ? 0.002 : 0.05,
    )
    expect(changed).toBe(pixelsThatDiffer(data, before.data, before.channels))
    expect(changed).toBeGreaterThan(1_000)
  })
})

test('a change that reaches the picture’s edges stays within it', async () => {
  const before = drawn(30, 40, 3)
  const sent = { width: 15, height: 20 }
  const area = { left: 0, top: 0, ...sent }
  const change = changeOf(area, sent, 3, {
    mask: plane(area, () => 1),
    dx: plane(area, () => 0.7),
    dy: plane(area, () => -0.6),
  })
  const crop = { left: 0, top: 0, width: 30, height: 40 }
  const { data } = await applied(before, change, crop)
  const truth = expected(before, change, crop)
  expect(Math.max(...data.map((value, at) => Math.abs(value - truth[at]!)))).toBeLessThanOrEqual(1)
})

test('a change that is enlarged many times ends where its mask does', async () => {
  const before = drawn(100, 116, 3)
  const sent = { width: 12, height: 12 }
  const area = { left: 2, top: 2, width: 8, height: 8 }
  const crop = { left: 3, top: 5, width: 96, height: 108 }
  const change = changeOf(area, sent, 3)
  const { data } = await applied(before, change, crop)
  const truth = expected(before, change, crop)
  expect(Math.max(...data.map((value, at) => Math.abs(value - truth[at]!)))).toBeLessThanOrEqual(1)
})

test('a change that was made at the picture’s own size is applied row by row', async () => {
  const before = drawn(30, 40, 3)
  const sent = { width: 30, height: 40 }
  const area = { left: 3, top: 4, width: 20, height: 30 }
  const change = changeOf(area, sent, 3, { dy: plane(area, () => 1.4) })
  const crop = { left: 0, top: 0, ...sent }
  const { data } = await applied(before, change, crop)
  const truth = expected(before, change, crop)
  expect(Math.max(...data.map((value, at) => Math.abs(value - truth[at]!)))).toBeLessThanOrEqual(1)
})

test.each([
  ['no motion', {}, 2, 2],
  ['motion up', { dy: plane(AREA, () => -2.7) }, 9, 2],
  ['motion down', { dy: plane(AREA, () => 2.7) }, 2, 9],
])('of %s, rows are read as far as it needs, and each once', async (_, more, above, below) => {
  const before = drawn(90, 140, 3)
  const file = inMemory({ ...before, data: before.data.slice() })
  const read: number[] = []
  const counting = {
    ...file,
    readRows: (top: number, count: number, into: Samples) => {
      for (let row = top; row < top + count; row++) read.push(row)
      return file.readRows(top, count, into)
    },
  }
  // Two and a half times as large, samples 6 to 45 lie between rows 20 and 117.
  await applyChange(counting, changeOf(AREA, SENT, 3, more), CROP)
  const first = 20 - above
  const rows = Array.from({ length: 117 + below - first + 1 }, (_, n) => first + n)
  expect(read).toEqual(rows)
})

test('a mask below a 512th is none, which 16 bits would show', async () => {
  const before = drawn(90, 140, 3, 65_535)
  const weak = (value: number) =>
    changeOf(AREA, SENT, 3, {
      mask: plane(AREA, () => value),
      base: [1, 1, 1].map((one) => plane(AREA, () => one)),
    })
  expect((await applied(before, weak(1 / 513), CROP)).changed).toBe(0)
  const file = { ...inMemory(before), writeRows: () => expect.unreachable('nothing is written') }
  expect(await applyChange(file, weak(1 / 513), CROP)).toBe(0)
  expect((await applied(before, weak(1 / 511), CROP)).changed).toBeGreaterThan(0)
  // At the picture's own size the mask is not interpolated.
  const sameSize = { ...SENT, left: CROP.left, top: CROP.top }
  expect((await applied(before, weak(1 / 512), sameSize)).changed).toBeGreaterThan(0)
})

test('a mask that is hard at its area’s edge ends at the outermost samples', async () => {
  const before = drawn(100, 116, 3)
  const area = { left: 1, top: 2, width: 7, height: 8 }
  const crop = { left: 3, top: 5, width: 96, height: 108 }
  const change = changeOf(area, { width: 12, height: 12 }, 3, {
    mask: plane(area, () => 1),
    detail: plane(area, () => 0),
    base: [1, 1, 1].map(() => plane(area, () => 2)),
  })
  const { data } = await applied(before, change, crop)
  const turned = Array.from({ length: 100 * 116 }, (_, n) => n).filter(
    (n) => data[3 * n] === 255 && data[3 * n + 1] === 255 && before.data[3 * n] !== 255,
  )
  const [columns, rows] = [turned.map((n) => n % 100), turned.map((n) => Math.floor(n / 100))]
  // Samples 1 to 7 of 12 across lie at pixels 12 to 59 of 96, samples 2 to 9 down at 22 to 85 of 108.
  expect([Math.min(...columns), Math.max(...columns)]).toEqual([3 + 12, 3 + 59])
  expect([Math.min(...rows), Math.max(...rows)]).toEqual([5 + 22, 5 + 85])
})

describe('weights between samples', () => {
  const weights = (positions: number[], kernel: 'linear' | 'lanczos3', length = 10) =>
    interpolationWeights(Float64Array.from(positions), length, kernel)

  test('at a sample they are that sample alone', () => {
    for (const kernel of ['linear', 'lanczos3'] as const) {
      const { count, index, weight } = weights([4], kernel)
      const value = Array.from({ length: count }, (_, k) => weight[k]! * index[k]!)
      expect(value.reduce((sum, one) => sum + one, 0)).toBeCloseTo(4, 5)
      expect(Math.max(...weight)).toBeCloseTo(1, 5)
    }
  })

  test('between two they are by distance, and add up to 1', () => {
    const { count, index, weight } = weights([4.25], 'linear')
    expect([count, [...index], [...weight]]).toEqual([2, [4, 5], [0.75, 0.25]])
    const smooth = weights([4.25], 'lanczos3')
    expect([...smooth.index]).toEqual([2, 3, 4, 5, 6, 7])
    const raw = [2, 3, 4, 5, 6, 7].map((n) => lanczos(4.25 - n))
    const sum = raw.reduce((all, one) => all + one, 0)
    for (const [k, value] of raw.entries()) expect(smooth.weight[k]).toBeCloseTo(value / sum, 6)
  })

  test('beyond the ends the last sample repeats', () => {
    expect([...weights([-0.4, 9.4], 'linear').index]).toEqual([0, 0, 9, 9])
    expect([...weights([0, 9], 'lanczos3').index]).toEqual([0, 0, 0, 1, 2, 3, 7, 8, 9, 9, 9, 9])
  })
})
