import { describe, expect, test } from 'vitest'
import { carryTextures } from '../../../../engine/effects/video-trans/carried-field.ts'
import { carryMarks, type Mark } from '../../../../engine/effects/video-trans/carried-marks.ts'
import { turnMark } from '../../../../engine/effects/video-trans/dabs.ts'
import { shadeOf } from '../../../../engine/effects/video-trans/drawn.ts'
import { findLines, scaleLines } from '../../../../engine/effects/video-trans/find-lines.ts'
import { paintFrames } from '../../../../engine/effects/video-trans/paint-frames.ts'
import { steadySource } from '../../../../engine/effects/video-trans/steady-source.ts'
import { STYLES } from '../../../../engine/effects/video-trans/styles.ts'
import { noiseTile } from '../../../../engine/effects/video-trans/tile.ts'
import { trackTones } from '../../../../engine/effects/video-trans/tone.ts'
import { vividness } from '../../../../engine/effects/video-trans/vividness.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import type { Flow } from '../../../../engine/video/motion/flow-track.ts'
import { zeroMotionField } from '../../../../engine/video/motion/motion-field.ts'
import { newFrame, planesOf } from '../../../../engine/video/video-info.ts'

// Both sides of what tuning.ts lets decide, on drawn frames and given motion.

const SIZE = { width: 160, height: 120 }
const COUNT = SIZE.width * SIZE.height
const WEIGHTS = { red: 0.299, blue: 0.114 }

function planesWith(y: Float32Array) {
  const colour = () => new Float32Array(COUNT / 4).fill(128)
  return { ...SIZE, y, u: colour(), v: colour() }
}

describe('tones', () => {
  /** The range of a picture of which shares are quite black and quite white, and the rest is grey. */
  function rangeOf(dark: number, light: number, [black, grey, white] = [20, 120, 220]) {
    // Every seventh pixel is looked at, so shares are those of sevens.
    const y = Float32Array.from({ length: COUNT }, (_, at) => {
      const share = Math.floor(at / 7) / Math.ceil(COUNT / 7)
      return share < dark ? black! : share >= 1 - light ? white! : grey!
    })
    return trackTones()(planesWith(y), true)
  }

  test('a hundredth of the pixels is darker than black, 15 in 1000 are lighter than white', () => {
    expect(rangeOf(0.011, 0.5).black).toBe(20)
    expect(rangeOf(0.009, 0.5).black).toBe(120)
    expect(rangeOf(0.5, 0.016).white).toBe(220)
    expect(rangeOf(0.5, 0.014).white).toBe(120)
  })

  test('a plain picture has a range of 70 levels at least, about its own middle', () => {
    expect(rangeOf(0.1, 0.1, [100, 130, 169])).toEqual({ black: 99.5, white: 169.5 })
    expect(rangeOf(0.1, 0.1, [100, 130, 171])).toEqual({ black: 100, white: 171 })
  })

  test('they follow a video by 0.04 of the way, and begin anew with a scene', () => {
    const track = trackTones()
    const even = (level: number) => planesWith(new Float32Array(COUNT).fill(level))
    track(even(100), true)
    expect(track(even(200), false).black).toBeCloseTo(65 + 0.04 * 100)
    expect(track(even(200), true).black).toBe(165)
  })
})

test('a pixel that differs by 13 levels is another one, and a moving one by 11', () => {
  const after = (off: number, motion: number) => {
    const steady = steadySource()
    const frame = (level: number) => {
      const made = newFrame(SIZE.width, SIZE.height, 0)
      planesOf(made).y.fill(level)
      return made
    }
    const flow = zeroMotionField(SIZE.width, SIZE.height, 16)
    flow.dx.fill(motion)
    steady(frame(100), flow)
    return steady(frame(100 + off), flow).y[60 * SIZE.width + 80]! - 100
  }
  expect(after(13, 0)).toBe(13)
  expect(after(12, 0)).toBeCloseTo(12 * (0.15 + (12 / 14) ** 2))
  expect(after(11, 1)).toBe(11)
  expect(after(10, 1)).toBeCloseTo(10 * (0.4 + (10 / 14) ** 2))
})

test('a stroke turns by 0.35 of what is more than noise', () => {
  const turned = (by: number) => {
    const mark: Mark = { x: 0, y: 0, own: 0, presence: 1, angle: 0 }
    turnMark(mark, Math.cos(by), Math.sin(by))
    return mark.angle
  }
  expect(turned(0.059)).toBe(0)
  expect(turned(0.061)).toBeCloseTo(0.35 * 0.061)
})

test('colours are as vivid as the light, and those that are strong stay', () => {
  expect(vividness(2, 45, 128, 128)).toBe(1)
  expect(vividness(2, 46, 128, 128)).toBeGreaterThan(1)
  expect(vividness(2, 129, 128, 128)).toBeLessThan(2)
  expect(vividness(2, 130, 140, 128)).toBe(2)
  expect(vividness(2, 130, 141, 128)).toBeLessThan(2)
  expect(vividness(2, 130, 169, 128)).toBeGreaterThan(1)
  expect(vividness(2, 130, 170, 128)).toBe(1)
})

test('a drawing leaves more paper the more open it is, none of it where all is black', () => {
  const shade = (level: number, open: number) =>
    withArena(
      () =>
        shadeOf(
          new Float32Array(COUNT).fill(level),
          { ...SIZE, unit: 1, colour: () => ({ y: 0, u: 0, v: 0 }) },
          { black: 20, white: 220 },
          { sigma: 1, open },
        )[0]!,
    )
  expect(shade(20, 0.4)).toBeCloseTo(1)
  expect(shade(120, 0)).toBeCloseTo(0.5)
  expect(shade(120, 0.4)).toBeCloseTo(0.5 * 0.8)
})

test('a line begins and is full at the levels of its style, on the dark side of an edge', () => {
  const style = scaleLines({ width: 1.5, from: 3, to: 9, along: 4 }, 2)
  expect(style).toEqual({ width: 3, from: 3, to: 9, along: 8 })
  const most = (step: number) => {
    const luma = Float32Array.from({ length: COUNT }, (_, at) =>
      at % SIZE.width < 80 ? 100 : 100 + step,
    )
    const lines = withArena(() => findLines(luma, SIZE, style).slice())
    const row = Array.from(lines.subarray(60 * SIZE.width, 61 * SIZE.width))
    const at = row.indexOf(Math.max(...row))
    return { most: row[at]!, side: at < 80 ? 'dark' : 'light' }
  }
  // Two blurs of 0.55 and 0.9 line widths differ by 0.12 of a step at most.
  expect(most(20).most).toBe(0)
  expect(most(34).most).toBeGreaterThan(0)
  expect(most(60).most).toBeLessThan(1)
  expect(most(90)).toEqual({ most: 1, side: 'dark' })
})

test('noise has equally many of all values', () => {
  const { values } = noiseTile(3, 5)
  for (const share of [0.1, 0.5, 0.9]) {
    const below = values.filter((value) => value < share).length / values.length
    expect(below).toBeCloseTo(share, 2)
  }
})

/** Motion of a whole frame in cells of 16, by the place of a cell. */
function flowOf(by: (x: number, y: number) => [number, number]): Flow {
  const flow = zeroMotionField(320, 192, 16)
  for (let at = 0; at < flow.dx.length; at++) {
    const x = ((at % flow.columns) + 0.5) * 16 - 160
    const y = (Math.floor(at / flow.columns) + 0.5) * 16 - 96
    ;[flow.dx[at], flow.dy[at]] = by(x, y)
  }
  const cells = () => new Uint8Array(flow.dx.length)
  return { ...flow, own: cells(), revealed: cells() }
}

describe('marks', () => {
  const frame = { width: 320, height: 192 }
  const apart = (marks: readonly Mark[]) => {
    let least = 99
    for (const [nth, one] of marks.entries()) {
      for (const other of marks.slice(nth + 1)) {
        least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y))
      }
    }
    return least
  }

  test('lie 0.82 of their spacing apart where a scene begins, and stay on still ground', () => {
    const carry = carryMarks(frame, 16, 3)
    const first = [...carry()]
    expect(apart(first)).toBeGreaterThanOrEqual(0.82 * 16)
    expect(apart(first)).toBeLessThan(0.86 * 16)
    const still = flowOf(() => [0, 0])
    for (let nth = 0; nth < 3; nth++) expect(new Set(carry(still))).toEqual(new Set(first))
  })

  test('one goes in four frames where they crowd closer than 0.6', () => {
    const going = (closer: number) => {
      const carry = carryMarks(frame, 16, 3)
      carry()
      return carry(flowOf((x, y) => [(1 / closer - 1) * x, (1 / closer - 1) * y])).filter(
        ({ presence }) => presence === 0.75,
      ).length
    }
    // The closest lie 0.82 apart.
    expect(going(0.82)).toBe(0)
    expect(going(0.68)).toBeGreaterThan(0)
  })
})

describe('textures', () => {
  const worn = (stretch: number) => {
    const carry = carryTextures({ width: 320, height: 192 })
    carry()
    return carry(flowOf((x, y) => [stretch * x, stretch * y])).fresh?.share
  }

  test('are laid anew at a mean stretch of 0.3, in eight frames', () => {
    expect(worn(-0.26)).toBeUndefined()
    expect(worn(-0.36)).toBe(1 / 8)
  })
})

/** The luma within patches of each of these tones, 0 black to 1 white, of a frame that has all of the range. */
function painted(style: string, tones: readonly number[]): number[][] {
  const [patch, height] = [48, 64]
  const size = { width: 32 + patch * tones.length, height }
  const frame = newFrame(size.width, size.height, 0)
  const from = planesOf(frame)
  from.u.fill(128)
  from.v.fill(128)
  for (let at = 0; at < from.y.length; at++) {
    const x = at % size.width
    const tone = tones[Math.floor((x - 32) / patch)] ?? (x < 16 ? 0 : 1)
    from.y[at] = 16 + 219 * tone
  }
  const { y } = planesOf(paintFrames(STYLES[style]!, size, WEIGHTS)(frame))
  return tones.map((_, nth) =>
    Array.from({ length: 24 * 40 }, (_, at) => {
      const [x, row] = [32 + nth * patch + 12 + (at % 24), 12 + Math.floor(at / 24)]
      return y[row * size.width + x]!
    }),
  )
}

const least = (levels: number[]) => Math.min(...levels)
const most = (levels: number[]) => Math.max(...levels)
const mean = (levels: number[]) => levels.reduce((sum, level) => sum + level, 0) / levels.length

describe('styles', () => {
  test('ink leaves paper bare, hatches and fills shadows by their shade', () => {
    // Shades of 0.22, 0.72 and 0.78 are 0.307, 0.786 and 0.834 of the way to black.
    const [bare, hatched, nearly, filled] = painted('ink', [0.71, 0.58, 0.23, 0.15])
    expect(least(bare!)).toBe(235)
    expect(least(hatched!)).toBeLessThan(60)
    expect(most(nearly!)).toBeGreaterThan(100)
    expect(most(filled!)).toBeLessThan(30)
  })

  test('a comic has four tones, and black below a tone of 0.1', () => {
    const tones = [0.08, 0.18, 0.44, 0.54, 0.72, 0.82]
    const [black, ...steps] = painted('comic', tones).map(most)
    expect(black).toBeLessThan(30)
    // Between dots there is the tone itself.
    for (const [nth, tone] of [0.3, 0.6, 0.82, 0.82, 1].entries()) {
      expect(steps[nth], `${nth}`).toBeCloseTo(16 + 219 * tone, -1)
    }
  })

  test('dots of a comic grow below a tone of 0.62', () => {
    const [light, border, shade] = painted('comic', [0.7, 0.63, 0.53]).map(mean)
    expect(Math.abs(light! - border!)).toBeLessThan(0.5)
    expect(shade).toBeLessThan(border! - 2)
  })

  test('a linocut is paper on one side of the middle shade and ink on the other', () => {
    // Far from the middle no gouge reaches: 0.75 / 1.4 beside it.
    const far = 0.75 / 1.4
    const [paper, middle, ink] = painted('linocut', [0.96, 0.54, 0.54 - far]).map(mean)
    expect(paper).toBeGreaterThan(200)
    expect(ink).toBeLessThan(70)
    expect(middle).toBeGreaterThan(ink! + 30)
    expect(middle).toBeLessThan(paper! - 30)
  })
})
