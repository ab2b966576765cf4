import { describe, expect, it } from 'vitest'
import type { Box } from '../../../../engine/geometry/box.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { releaseOwnership } from '../../../../engine/raster/pixels/copy-on-write.ts'
import {
  type Displacement,
  forEachMovedPixel,
  identityDisplacement,
} from '../../../../engine/raster/warp/displacement.ts'
import { sampleBicubic } from '../../../../engine/raster/warp/sample-bicubic.ts'
import { warp } from '../../../../engine/raster/warp/warp.ts'

const AREA = { left: 21, top: 13, width: 301, height: 577 }

/** Soft colours under noise; `alpha` of a pixel by its column. */
function painted(alpha: (x: number) => number): Picture {
  const [width, height] = [400, 620]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at++) {
    const noise = Math.imul(at, 2654435761) >>> 27
    data[at] = (at & 3) === 3 ? alpha((at >> 2) % width) : 120 + 90 * Math.sin(at / 999) + noise
  }
  return { width, height, data }
}

/** Waves that reach beyond the edges of the area; its first columns are still. */
function waves(area: Box, reach: number): Displacement {
  const field = identityDisplacement(area.width, area.height, 7)
  for (let i = 0; i < field.dx.length; i++) {
    const [column, row] = [i % field.cols, Math.floor(i / field.cols)]
    if (column < 6) continue
    field.dx[i] = reach * Math.sin(row / 9 + column / 31)
    field.dy[i] = reach * Math.cos(column / 5 + row / 37)
  }
  return field
}

/** Reference: the largest difference, in levels, of the warp from pixels that are interpolated one by one. */
function worst(picture: Picture, field: Displacement, area: Box): number {
  const part = new Uint8ClampedArray(area.width * area.height * 4)
  for (let y = 0; y < area.height; y++) {
    const from = ((area.top + y) * picture.width + area.left) * 4
    part.set(picture.data.subarray(from, from + area.width * 4), y * area.width * 4)
  }
  const { data } = warp(picture, field, area)
  const colour = new Float64Array(4)
  let most = 0
  forEachMovedPixel(field, area.width, area.height, (x, y, dx, dy) => {
    if (Math.hypot(dx, dy) < 0.05) return
    sampleBicubic(part, area.width, area.height, x + dx, y + dy, colour)
    const at = ((area.top + y) * picture.width + area.left + x) * 4
    for (let c = 0; c < 4; c++) {
      const level = Math.min(255, Math.max(0, colour[c]!))
      most = Math.max(most, Math.abs(data[at + c]! - level))
    }
  })
  return most
}

function isSame(a: Uint8ClampedArray, b: Uint8ClampedArray) {
  return a.every((v, at) => v === b[at])
}

describe('a warp', () => {
  const picture = painted(() => 255)

  it.each([3, 40])('by %i pixels draws Catmull-Rom colours, within 1.5 levels', (reach) => {
    expect(worst(picture, waves(AREA, reach), AREA)).toBeLessThan(1.5)
  })

  it('keeps the bytes of still pixels and of everything outside the area', () => {
    const before = picture.data.slice()
    const { data } = warp(picture, waves(AREA, 30), AREA)
    expect(isSame(picture.data, before)).toBe(true)
    let inside = 0
    let elsewhere = 0
    for (let at = 0; at < data.length; at++) {
      if (data[at] === before[at]) continue
      const x = ((at >> 2) % picture.width) - AREA.left
      const y = Math.floor((at >> 2) / picture.width) - AREA.top
      if (x >= 5 * 7 && x < AREA.width && y >= 0 && y < AREA.height) inside++
      else elsewhere++
    }
    expect(elsewhere).toBe(0)
    expect(inside).toBeGreaterThan(100_000)
  })

  it.each([4, 60, 320])(
    'by up to %i pixels draws the same in place, in a picture whose ownership is released',
    (reach) => {
      for (const alpha of [255, 90]) {
        const source = painted(() => alpha)
        const field = waves(AREA, reach)
        const drawn = warp(source, field, AREA)
        releaseOwnership(source)
        const same = warp(source, field, AREA)
        expect(same.data).toBe(source.data)
        expect(isSame(same.data, drawn.data)).toBe(true)
      }
    },
  )

  it('by nothing is the picture, byte for byte', () => {
    const same = warp(picture, identityDisplacement(AREA.width, AREA.height, 7), AREA)
    expect(isSame(same.data, picture.data)).toBe(true)
  })

  it('does not bleed the colours of transparent pixels', () => {
    const half = painted((x) => (x < 200 ? 0 : 255))
    for (let at = 0; at < half.data.length; at += 4) {
      half.data.set(half.data[at + 3] ? [10, 200, 10] : [255, 0, 0], at)
    }
    const { data } = warp(half, waves(AREA, 8), AREA)
    let edge = 0
    let tinted = 0
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! < 16 || half.data[at + 3] === data[at + 3]) continue
      edge++
      if (data[at]! > 40 || data[at + 1]! < 170) tinted++
    }
    expect(edge).toBeGreaterThan(500)
    expect(tinted).toBe(0)
  })

  it('by one node of a field moves what lies around it, and keeps the bytes of all else', () => {
    const [width, height] = [43, 37]
    const area = { left: 3, top: 2, width: 36, height: 31 }
    for (const [alpha, reach] of [
      [255, 1],
      [90, 1],
      // Beyond the area, to every side.
      [255, 9],
    ] as const) {
      const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) =>
        at % 4 === 3 ? alpha : 128 + 90 * Math.sin(at / 7) + (Math.imul(at, 2654435761) >>> 28),
      )
      const source = { width, height, data }
      const { length } = identityDisplacement(area.width, area.height, 7).dx
      for (let node = 0; node < length; node++) {
        const field = identityDisplacement(area.width, area.height, 7)
        field.dx[node] = reach * (node % 2 ? 3.4 : -5.2)
        field.dy[node] = reach * (node % 3 ? 2.6 : -4.3)
        const found = warp(source, field, area).data
        const { expected, moved } = warped(source, field, area)
        for (let at = 0; at < data.length; at++) {
          const off = Math.abs(found[at]! - expected[at]!)
          // A level of premultiplied colours is more of those that are not.
          const most = moved[at >> 2] ? (1.5 * 255) / alpha : 0
          if (off > most) expect.unreachable(`node ${node}, alpha ${alpha}, byte ${at}: ${off}`)
        }
      }
    }
  })

  it('moves the last row where it is alone in its band', () => {
    const area = { left: 0, top: 0, width: 14, height: 253 }
    const data = Uint8ClampedArray.from({ length: 4 * 14 * 253 }, (_, at) =>
      at % 4 === 3 ? 255 : 100 + Math.floor(at / 56) / 2,
    )
    const field = identityDisplacement(area.width, area.height, 7)
    field.dy.fill(-20)
    const found = warp({ width: 14, height: 253, data }, field, area).data
    expect(found[4 * 14 * 252]).toBe(data[4 * 14 * 232])
  })

  it.each([-3.5, -0.5, 0.5, 3.5])(
    'by %f pixels down all over draws each row of every band',
    (down) => {
      const [width, height] = [20, 300]
      const area = { left: 0, top: 0, width, height }
      const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, at) =>
        at % 4 === 3 ? 255 : 128 + 90 * Math.sin(at / 7) + (Math.imul(at, 2654435761) >>> 28),
      )
      const field = identityDisplacement(width, height, 7)
      field.dy.fill(down)
      const found = warp({ width, height, data }, field, area).data
      const { expected } = warped({ width, height, data }, field, area)
      const off = expected.map((level, at) => Math.abs(level - found[at]!))
      expect(Math.max(...off)).toBeLessThanOrEqual(1.5)
    },
  )

  it('by nodes farther apart than it draws at once', () => {
    const field = identityDisplacement(AREA.width, AREA.height, 300)
    field.dy.fill(4)
    const { data } = warp(picture, field, AREA)
    for (const y of [0, 299, 300, 570]) {
      const at = 4 * ((AREA.top + y) * 400 + AREA.left + 50)
      const from = at + 4 * 4 * 400
      expect([...data.subarray(at, at + 4)]).toEqual([...picture.data.subarray(from, from + 4)])
    }
  })
})

/** The bytes of a picture of which every pixel that moves visibly is interpolated by itself, and which those are. */
function warped({ width, data }: Picture, field: Displacement, area: Box) {
  const out = Float64Array.from(data)
  const moved = new Uint8Array(data.length / 4)
  const part = new Uint8ClampedArray(4 * area.width * area.height)
  for (let at = 0; at < area.width * area.height; at++) {
    const from =
      4 * ((area.top + Math.floor(at / area.width)) * width + area.left + (at % area.width))
    const alpha = data[from + 3]! / 255
    part.set(
      [0, 1, 2].map((c) => Math.round(data[from + c]! * alpha)),
      4 * at,
    )
    part[4 * at + 3] = data[from + 3]!
  }
  const colour = new Float64Array(4)
  for (let at = 0; at < area.width * area.height; at++) {
    const [x, y] = [at % area.width, Math.floor(at / area.width)]
    const [dx, dy] = shiftAt(field, x, y)
    if (Math.hypot(dx, dy) < 0.02) continue
    sampleBicubic(part, area.width, area.height, x + dx, y + dy, colour)
    const [r, g, b, a] = [...colour].map((level) => Math.round(Math.min(255, Math.max(0, level))))
    const to = 4 * ((area.top + y) * width + area.left + x)
    for (const [c, level] of [r!, g!, b!].entries()) out[to + c] = Math.min(255, (level * 255) / a!)
    out[to + 3] = a!
    moved[to / 4] = 1
  }
  return { expected: out, moved }
}

/** The displacement of a pixel, which is bilinear between the nodes around it. */
function shiftAt({ step, cols, dx, dy }: Displacement, x: number, y: number): [number, number] {
  const node = Math.floor(y / step) * cols + Math.floor(x / step)
  const [u, v] = [(x % step) / step, (y % step) / step]
  const between = (values: Float32Array): number =>
    (1 - v) * ((1 - u) * values[node]! + u * values[node + 1]!) +
    v * ((1 - u) * values[node + cols]! + u * values[node + cols + 1]!)
  return [between(dx), between(dy)]
}
