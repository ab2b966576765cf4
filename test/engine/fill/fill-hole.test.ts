import { describe, expect, it } from 'vitest'
import { fillHole } from '../../../engine/fill/fill-hole.ts'
import type { Picture } from '../../../engine/raster/picture.ts'

const [WIDTH, HEIGHT] = [260, 200]

function paint(level: (x: number, y: number) => number): Picture {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const own = level(i % WIDTH, Math.floor(i / WIDTH))
    data.set([own, own, 0.8 * own, 255], 4 * i)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const HOLE = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
  const [x, y] = [(i % WIDTH) - 130, Math.floor(i / WIDTH) - 100]
  return (x / 34) ** 2 + (y / 30) ** 2 < 1 ? 1 : 0
})

/** Mean difference within the hole, levels of green. */
function meanError(truth: Picture, filled: Picture): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < HOLE.length; i++) {
    if (!HOLE[i]) continue
    sum += Math.abs(truth.data[4 * i + 1]! - filled.data[4 * i + 1]!)
    count++
  }
  return sum / count
}

function without(truth: Picture): Picture {
  const data = new Uint8ClampedArray(truth.data)
  for (let i = 0; i < HOLE.length; i++) if (HOLE[i]) data.set([255, 0, 255, 255], 4 * i)
  return { ...truth, data }
}

describe('a hole', () => {
  it('in a pattern is filled with the pattern in its place, also under uneven light', () => {
    const truth = paint((x, y) => {
      const tile = (x % 23 < 4 || (y + (Math.floor(x / 23) % 2) * 9) % 18 < 3 ? 60 : 150) + 0.2 * x
      return tile
    })
    expect(meanError(truth, fillHole(without(truth), HOLE))).toBeLessThan(13)
  })

  it('in a gradient is filled with it', () => {
    const truth = paint((x, y) => 60 + 0.4 * x + 0.2 * y)
    expect(meanError(truth, fillHole(without(truth), HOLE))).toBeLessThan(4)
  })

  it('leaves everything else as it is, and the source untouched', () => {
    const source = without(paint((x, y) => 100 + ((x * 7 + y * 13) % 31)))
    const before = source.data.slice()
    const filled = fillHole(source, HOLE)
    expect(source.data).toEqual(before)
    const changed = filled.data.filter((level, c) => !HOLE[c >> 2] && level !== before[c])
    expect(changed).toHaveLength(0)
  })

  it('that is not there changes nothing, and one that is all leaves the picture', () => {
    const source = paint(() => 90)
    expect(fillHole(source, new Uint8Array(HOLE.length))).toBe(source)
    expect(fillHole(source, new Uint8Array(HOLE.length).fill(1)).data).toEqual(source.data)
  })
})
