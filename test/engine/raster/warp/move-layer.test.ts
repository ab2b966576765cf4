import { describe, expect, test } from 'vitest'
import { sampleClamped } from '../../../../engine/geometry/sample.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { releaseOwnership } from '../../../../engine/raster/pixels/copy-on-write.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'
import { disocclusionMask, moveLayer } from '../../../../engine/raster/warp/move-layer.ts'
import { sampleBicubic } from '../../../../engine/raster/warp/sample-bicubic.ts'
import { warp } from '../../../../engine/raster/warp/warp.ts'

const W = 60
const H = 40

/** A soft-edged red bar (columns 20–40) over a grey ramp, and that ramp alone. */
function bar(): { picture: Picture; plate: Picture; matte: Mask } {
  const picture = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4).fill(255) }
  const plate = { width: W, height: H, data: new Uint8ClampedArray(W * H * 4).fill(255) }
  const matte = { width: W, height: H, data: new Uint8Array(W * H) }
  for (let i = 0; i < W * H; i++) {
    const x = i % W
    const alpha = Math.min(1, Math.max(0, Math.min(x - 18, 41 - x) / 3))
    const ground = 60 + 2 * x
    matte.data[i] = 255 * alpha
    plate.data.fill(ground, i * 4, i * 4 + 3)
    picture.data.set([200 * alpha + ground * (1 - alpha), ground * (1 - alpha)], i * 4)
    picture.data[i * 4 + 2] = ground * (1 - alpha)
  }
  return { picture, plate, matte }
}

test('a layer that does not move is the picture, byte for byte', () => {
  const { picture, plate, matte } = bar()
  const layer = { picture, matte, support: matte, field: identityDisplacement(W, H, 4) }
  expect(moveLayer(layer, plate).data).toEqual(picture.data)
})

test('a layer without an edge moves as a picture does', () => {
  const { picture, plate, matte } = bar()
  matte.data.fill(255)
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  field.dy.fill(-3)
  const whole = { left: 0, top: 0, width: W, height: H }
  const moved = moveLayer({ picture, matte, support: matte, field }, plate)
  expect(moved.data).toEqual(warp(picture, field, whole).data)
})

test('a moved layer uncovers the clean plate and mixes its soft edge with the new background', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const layer = { picture, matte, support: matte, field }
  const { data } = moveLayer(layer, plate)
  const at = (x: number) => 20 * W + x
  expect(data[at(20) * 4]).toBe(plate.data[at(20) * 4])
  expect(data[at(30) * 4]).toBe(200)
  const alpha = matte.data[at(20)]! / 255
  const expected = 200 * alpha + (60 + 2 * 25) * (1 - alpha)
  expect(Math.abs(data[at(25) * 4]! - expected)).toBeLessThan(6)
  expect(disocclusionMask(layer)[at(21)]).toBe(1)
  expect(disocclusionMask(layer)[at(50)]).toBe(0)
})

test.each([255, 128])(
  'a released picture with alpha %i is moved in place, to the same bytes',
  (alpha) => {
    const { picture, plate, matte } = bar()
    for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = plate.data[i] = alpha
    // Down and to the right, so that cells which are composited read rows and columns that others write.
    const field = identityDisplacement(W, H, 4)
    field.dx.fill(-5)
    field.dy.fill(-3)
    const layer = { picture, matte, support: matte, field }
    const asNew = moveLayer(layer, plate)
    expect(asNew.data).not.toBe(picture.data)
    releaseOwnership(picture)
    const inPlace = moveLayer(layer, plate)
    expect(inPlace.data).toBe(picture.data)
    expect(inPlace.data).toEqual(asNew.data)
  },
)

test('protected pixels keep their bytes whatever moves over them', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-8)
  const protection = { width: W, height: H, data: new Uint8Array(W * H).fill(255, 0, W * 20) }
  const { data } = moveLayer({ picture, matte, support: matte, field, protection }, plate)
  expect(data.subarray(0, W * 20 * 4)).toEqual(picture.data.subarray(0, W * 20 * 4))
  expect(data.subarray(W * 20 * 4)).not.toEqual(picture.data.subarray(W * 20 * 4))
})

test('an error of the clean plate beside the foreground is not carried along; a halo is', () => {
  const { picture, plate, matte } = bar()
  const support = {
    ...matte,
    data: matte.data.map((_, i) => (i % W >= 10 && i % W < 50 ? 255 : 0)),
  }
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const carried = (levels: number): number => {
    const wrong = { ...plate, data: new Uint8ClampedArray(plate.data) }
    for (let y = 0; y < H; y++) wrong.data[(y * W + 44) * 4]! -= levels
    const { data } = moveLayer({ picture, matte, support, field }, wrong)
    return data[(20 * W + 49) * 4]! - wrong.data[(20 * W + 49) * 4]!
  }
  expect(Math.abs(carried(100))).toBeLessThan(2)
  expect(carried(8)).toBeGreaterThan(5)
})

/** How far a picture is from what is expected at each of its bytes. */
function farthest(data: Uint8ClampedArray, expected: (at: number) => number): number {
  return data.reduce((most, value, at) => Math.max(most, Math.abs(value - expected(at))), 0)
}

test('a halo fades as a Gaussian of 24 levels', () => {
  const { picture, plate, matte } = bar()
  const support = { ...matte, data: matte.data.map(() => 255) }
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  for (let y = 0; y < H; y++) {
    plate.data[(y * W + 44) * 4]! -= 24
    plate.data[(y * W + 44) * 4 + 1]! -= 12
  }
  const { data } = moveLayer({ picture, matte, support, field }, plate)
  const at = (20 * W + 49) * 4
  expect(data[at]! - plate.data[at]!).toBe(Math.round(24 * Math.exp(-1)))
  expect(data[at + 1]! - plate.data[at + 1]!).toBe(Math.round(12 * Math.exp(-0.25)))
})

test.each([
  [1, 7],
  [51, 57],
])('with a matte of %i an error of the plate shows by %i levels at most', (share, levels) => {
  const flat = () => new Uint8ClampedArray(W * H * 4).fill(100).map((v, i) => (i % 4 < 3 ? v : 255))
  const [picture, plate] = [flat(), flat()].map((data) => ({ width: W, height: H, data }))
  const matte = { width: W, height: H, data: new Uint8Array(W * H).fill(share) }
  for (let y = 0; y < H; y++) plate!.data.set([200, 0], (y * W + 25) * 4)
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const { data } = moveLayer({ picture: picture!, matte, support: matte, field }, plate!)
  const at = (20 * W + 30) * 4
  expect([...data.subarray(at, at + 4)]).toEqual([100 - levels, 100 + levels, 100, 255])
})

// What is beyond black and white is cut off before it is compared.
test('what is partly protected is that share of its own pixel', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-8.5)
  const layer = { picture, matte, support: matte, field }
  const free = moveLayer(layer, plate).data
  const protection = { width: W, height: H, data: new Uint8Array(W * H).fill(102) }
  const { data } = moveLayer({ ...layer, protection }, plate)
  expect(farthest(data, (at) => 0.6 * free[at]! + 0.4 * picture.data[at]!)).toBeLessThan(2)
  expect(farthest(data, (at) => free[at]!)).toBeGreaterThan(40)
})

test('what is in doubt is that share of the whole picture’s move', () => {
  const { picture, plate, matte } = bar()
  for (let at = 0; at < W * H; at++) {
    if (Math.floor(at / W) % 7 > 3) picture.data[at * 4 + 2] = plate.data[at * 4 + 2] = 90
  }
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-6)
  field.dy.fill(3)
  const layer = { picture, matte, support: matte, field }
  const [apart, whole] = [
    moveLayer(layer, plate).data,
    warp(picture, field, { left: 0, top: 0, width: W, height: H }).data,
  ]
  const share = (x: number, y: number) => 0.1 + (0.4 * x) / W + (0.4 * y) / H
  const doubt = field.dx.map((_, node) =>
    share(4 * (node % field.cols), 4 * Math.floor(node / field.cols)),
  )
  const { data } = moveLayer({ ...layer, doubt }, plate)
  const expected = (at: number) => {
    const pixel = at >> 2
    return apart[at]! + share(pixel % W, Math.floor(pixel / W)) * (whole[at]! - apart[at]!)
  }
  expect(farthest(data, expected)).toBeLessThan(1.2)
  expect(farthest(data, (at) => apart[at]!)).toBeGreaterThan(40)
})

test('colours of a half transparent layer move as those of an opaque one', () => {
  const { picture, plate, matte } = bar()
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const opaque = moveLayer({ picture, matte, support: matte, field }, plate).data
  const [faint, under] = [picture, plate].map((one) => ({
    ...one,
    data: one.data.map((value, at) => (at % 4 === 3 ? 128 : value)),
  }))
  const { data } = moveLayer({ picture: faint!, matte, support: matte, field }, under!)
  // The bound on the overshoot is one of premultiplied levels, so colours at soft edges may differ a little.
  expect(farthest(data, (at) => (at % 4 === 3 ? 128 : opaque[at]!))).toBeLessThan(8)
})

test('uncovered is what a pixel with background leaves, and what its interpolation reads', () => {
  const { picture, matte } = bar()
  matte.data.fill(0, 0, 12 * W)
  const support = { ...matte, data: matte.data.map((_, at) => (at % W < 44 ? 1 : 0)) }
  const field = identityDisplacement(W, H, 4)
  const [dx, dy] = [-5, 3]
  field.dx.fill(dx)
  field.dy.fill(dy)
  const clamp = (at: number, size: number) => Math.min(size - 1, Math.max(0, at))
  const index = (x: number, y: number) => clamp(y, H) * W + clamp(x, W)
  const expected = new Uint8Array(W * H)
  for (let at = 0; at < W * H; at++) {
    const [x, y] = [at % W, Math.floor(at / W)]
    if (matte.data[index(x + dx, y + dy)] === 255) continue
    const read = [-1, 0, 1, 2].flatMap((i) =>
      [-1, 0, 1, 2].map((j) => index(x + dx + i, y + dy + j)),
    )
    for (const one of [at, ...read]) expected[one] = support.data[one]! > 0 ? 1 : 0
  }
  expect(disocclusionMask({ picture, matte, support, field })).toEqual(expected)
  expect(expected.reduce((sum, value) => sum + value)).toBeLessThan(44 * H)
})

test('beside the support nothing is drawn, and where the foreground left it the plate is', () => {
  const { picture, plate, matte } = bar()
  const support = { ...matte, data: matte.data.map((share) => (share > 0 ? 1 : 0)) }
  // A plate that is wrong everywhere but under the foreground's old and new place shows where it is drawn.
  plate.data.set(plate.data.map((value, at) => (at % 4 < 3 ? 255 - value : value)))
  const field = identityDisplacement(W, H, 4)
  field.dx.fill(-5)
  const { data } = moveLayer({ picture, matte, support, field }, plate)
  for (let at = 20 * W; at < 21 * W; at++) {
    const isReached = at % W >= 5 && support.data[at - 5]! > 0
    if (isReached) continue
    const shown = support.data[at]! > 0 ? plate : picture
    expect([...data.subarray(4 * at, 4 * at + 4)]).toEqual([
      ...shown.data.subarray(4 * at, 4 * at + 4),
    ])
  }
})

describe.each([
  [-5.4, 3.3],
  [4.7, -2.6],
  [0.4, 6.2],
])('a layer of spots that moves by %f, %f', (dx, dy) => {
  const [width, height] = [61, 43]
  const size = { width, height }
  const random = seededRandom(7)
  const soft = () => {
    const [u, v, w] = [random() * 6, random() * 6, random() * 6]
    return Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) => {
      const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)]
      return at % 4 === 3
        ? 255
        : 128 + 60 * Math.sin(x / 5 + u + (at % 4)) * Math.cos(y / 7 + v + w)
    })
  }
  const [picture, plate] = [
    { ...size, data: soft() },
    { ...size, data: soft() },
  ]
  // Levels that change slowly across the picture, none and all among them.
  const slow = (by: number, from: number, to: number): Mask => ({
    ...size,
    data: Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      const level = from + (to - from) * (0.5 + 0.5 * Math.sin(x / 6 + by) * Math.cos(y / 5 - by))
      return Math.min(255, Math.max(0, level))
    }),
  })
  const matte = slow(1, -250, 520)
  const support = { ...size, data: matte.data.map((level) => Number(level > 0)) }
  const protection = slow(3, -700, 400)
  const field = identityDisplacement(width, height, 4)
  field.dx.fill(dx)
  field.dy.fill(dy)
  const doubt = field.dx.map((_, node) =>
    Math.min(1, Math.max(0, Math.sin((node % field.cols) / 3) * Math.cos(node / field.cols / 2))),
  )

  const bicubic = ({ data }: Picture, at: number): number[] => {
    const out = new Float64Array(4)
    sampleBicubic(data, width, height, (at % width) + dx, Math.floor(at / width) + dy, out)
    return [...out]
  }

  /** What moves where, as docblocks say it, for one pixel. */
  function expectedAt(at: number): number[] {
    const [x, y] = [at % width, Math.floor(at / width)]
    const own = [...picture.data.subarray(4 * at, 4 * at + 4)]
    const under = [...plate.data.subarray(4 * at, 4 * at + 4)]
    const kept = protection.data[at]! / 255
    const isReached = sampleClamped(support.data, size, x + dx, y + dy) > 0
    const nodes = { width: field.cols, height: field.rows }
    const dragged = sampleClamped(doubt, nodes, x / 4, y / 4)
    if (!isReached && support.data[at] === 0 && dragged === 0) return own
    const share = isReached ? sampleClamped(matte.data, size, x + dx, y + dy) / 255 : 0
    const [moved, uncovered] = [bicubic(picture, at), bicubic(plate, at)]
    return own.map((value, c) => {
      const change = moved[c]! - uncovered[c]!
      const halo = under[c]! + change * Math.exp(-((change / 24) ** 2))
      const slack = 6 + 255 * share
      const [low, high] = [
        Math.min(moved[c]!, under[c]!) - slack,
        Math.max(moved[c]!, under[c]!) + slack,
      ]
      const mixed = Math.min(
        high,
        Math.max(low, moved[c]! + (1 - share) * (under[c]! - uncovered[c]!)),
      )
      const over = share === 1 ? moved[c]! : share === 0 ? halo : mixed
      const laid = isReached ? over : under[c]!
      const all = laid + dragged * (moved[c]! - laid)
      return Math.min(255, Math.max(0, all + kept * (value - all)))
    })
  }

  test('shows of every pixel what its shares say', () => {
    const { data } = moveLayer({ picture, matte, support, field, protection, doubt }, plate)
    const expected = Array.from({ length: width * height }, (_, at) => expectedAt(at)).flat()
    expect(farthest(data, (at) => expected[at]!)).toBeLessThan(1.6)
  })

  test('uncovers what is not moved wholly and what its interpolation reads, within the support', () => {
    const clamp = (at: number, end: number) => Math.min(end - 1, Math.max(0, at))
    const expected = new Uint8Array(width * height)
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      if (sampleClamped(matte.data, size, x + dx, y + dy) > 254) continue
      const read = [-1, 0, 1, 2].flatMap((i) =>
        [-1, 0, 1, 2].map(
          (j) =>
            clamp(Math.floor(y + dy) + j, height) * width + clamp(Math.floor(x + dx) + i, width),
        ),
      )
      for (const one of [at, ...read]) expected[one] = support.data[one]!
    }
    expect(disocclusionMask({ picture, matte, support, field })).toEqual(expected)
  })
})
