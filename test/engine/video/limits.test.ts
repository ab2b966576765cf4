import { describe, expect, onTestFinished, test } from 'vitest'
import { capFrameRate } from '../../../engine/video/cap-frame-rate.ts'
import { openFramePool } from '../../../engine/video/frame-pool.ts'
import {
  type BackgroundMemory,
  backgroundMemory,
} from '../../../engine/video/matting/background-memory.ts'
import { heedPoses } from '../../../engine/video/matting/heed-poses.ts'
import { chooseRegion, gridOf, touchesEdge } from '../../../engine/video/matting/matte-region.ts'
import { mergeMattes } from '../../../engine/video/matting/merge-mattes.ts'
import type { Motion } from '../../../engine/video/motion/estimate-motion.ts'
import { fitCamera } from '../../../engine/video/motion/fit-camera.ts'
import { motionAt, zeroMotionField } from '../../../engine/video/motion/motion-field.ts'
import { lumaPyramid, pickPoints } from '../../../engine/video/motion/track-points.ts'
import type { SmallFrame } from '../../../engine/video/shrink-frame.ts'
import { toneMap } from '../../../engine/video/tone-map.ts'
import { newFrame } from '../../../engine/video/video-info.ts'

// Both sides of what tuning.ts lets decide, on small planes and given motion.

test('a frame may come a tenth of an interval early', () => {
  const kept = (early: number) =>
    [...capFrameRate(Float64Array.of(0, 100 - early, 200), 1000, 10, 9)].length
  expect(kept(9.9)).toBe(3)
  expect(kept(10.1)).toBe(2)
})

/** The PQ value of a luminance in cd/m² (SMPTE ST 2084). */
function pq(luminance: number): number {
  const power = (luminance / 10_000) ** 0.1593017578125
  return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375
}

test('tones are a straight line of 0.8 up to 0.58 of the range, and a curve beyond', () => {
  /** Light of a grey of so many times the white of paper, by that of the whole range. */
  const light = (times: number) => {
    const value = pq(203 * times)
    return toneMap([value, value, value], 'pq')[0] ** 2.4
  }
  expect(light(0.5)).toBeCloseTo(0.4, 3)
  expect(light(0.72)).toBeCloseTo(0.8 * 0.72, 3)
  expect(light(0.8)).toBeLessThan(0.8 * 0.8 - 1e-3)
  expect(light(1)).toBeGreaterThan(0.7)
  expect(light(1000 / 203)).toBeCloseTo(1, 4)
})

describe('a motion field', () => {
  const between = (apart: number) => {
    const field = zeroMotionField(64, 64, 16)
    for (let at = 0; at < field.dx.length; at++) field.dx[at] = at % field.columns < 2 ? 0 : apart
    const to = { x: 0, y: 0 }
    // A quarter of the way between the second and the third column.
    motionAt(field, 28, 32, to)
    return to.x
  }

  test('goes over between cells that differ by 0.9 of their side', () => {
    expect(between(14.3)).toBeCloseTo(14.3 / 4)
    expect(between(14.5)).toBe(0)
  })
})

describe('a camera', () => {
  const cameraOf = (dx: number, weight: number) => {
    const count = 100
    const plane = (of: (at: number) => number) =>
      Float32Array.from({ length: count }, (_, at) => of(at))
    return fitCamera({
      x: plane((at) => (at % 10) / 4.5 - 1),
      y: plane((at) => Math.floor(at / 10) / 4.5 - 1),
      dx: plane(() => dx),
      dy: plane(() => 0),
      weight: plane(() => weight),
    }).x[0]
  }

  test('stands still below 0.12 pixels', () => {
    expect(cameraOf(0.11, 1)).toBe(0)
    expect(cameraOf(0.13, 1)).toBeCloseTo(0.13)
  })

  test('is told from a weight of 0.5 on', () => {
    // Without a fit there is the most frequent vector alone, in whole pixels.
    expect(cameraOf(2.4, 0.0049)).toBe(2)
    expect(cameraOf(2.4, 0.0051)).toBeCloseTo(2.4)
  })
})

test('what hardly differs from what is around it gives no points', () => {
  /** Points of a plane of squares in so many levels on grey, of which the first has others. */
  const points = (faint: number, first = faint) => {
    const [width, height] = [120, 120]
    const y = new Uint8Array(width * height).fill(100)
    for (let row = 12; row < height - 12; row += 24) {
      for (let column = 12; column < width - 12; column += 24) {
        const by = row === 12 && column === 12 ? first : faint
        for (let at = 0; at < 25; at++) {
          y[(row + Math.floor(at / 5)) * width + column + (at % 5)] = 100 + by
        }
      }
    }
    return pickPoints(lumaPyramid({ width, height, y })[0]!, () => true).length
  }
  expect(points(0)).toBe(0)
  expect(points(2)).toBe(0)
  expect(points(20)).toBeGreaterThan(15)
})

/** A grid of 64 × 64 cells over a frame, with people in a box of cells. */
function lookAt(box: { left: number; top: number; width: number; height: number }, share = 1) {
  const alpha = new Float32Array(64 * 64)
  for (let row = box.top; row < box.top + box.height; row++) {
    alpha.fill(share, row * 64 + box.left, row * 64 + box.left + box.width)
  }
  const plane = new Uint8Array(64 * 64)
  const small = { width: 64, height: 64, y: plane, u: plane, v: plane } as unknown as SmallFrame
  return { region: { left: 0, top: 0, width: 640, height: 640 }, small, alpha }
}

describe('a region', () => {
  const frame = newFrame(640, 640, 0)
  const choose = (...of: Parameters<typeof lookAt>) => chooseRegion(frame, lookAt(...of)).width

  test('is a square around people, unless it is 0.75 of the frame', () => {
    // Of 320 pixels with 0.22 of room on both sides 464 remain, of 340 there are 496.
    expect(choose({ left: 16, top: 16, width: 32, height: 20 })).toBe(464)
    expect(choose({ left: 16, top: 16, width: 34, height: 20 })).toBe(640)
  })

  test('is for people: cells of a half, three in a row', () => {
    expect(choose({ left: 16, top: 16, width: 12, height: 20 }, 0.51)).toBeLessThan(640)
    expect(choose({ left: 16, top: 16, width: 12, height: 20 }, 0.49)).toBe(640)
    expect(choose({ left: 16, top: 16, width: 3, height: 20 })).toBeLessThan(640)
    expect(choose({ left: 16, top: 16, width: 2, height: 20 })).toBe(640)
  })

  test('stays as long as people take 0.4 of it and have 0.05 of room', () => {
    const known = {
      ...lookAt({ left: 0, top: 0, width: 0, height: 0 }),
      region: { left: 80, top: 80, width: 400, height: 400 },
    }
    const stays = (box: Parameters<typeof lookAt>[0]) =>
      chooseRegion(frame, lookAt(box), known) === known.region
    expect(stays({ left: 20, top: 20, width: 17, height: 17 })).toBe(true)
    expect(stays({ left: 20, top: 20, width: 16, height: 16 })).toBe(false)
    expect(stays({ left: 11, top: 20, width: 20, height: 20 })).toBe(true)
    expect(stays({ left: 10, top: 20, width: 20, height: 20 })).toBe(false)
  })

  test('is left by people in three cells at its edge', () => {
    const touches = (cells: number) =>
      touchesEdge(
        {
          ...lookAt({ left: 0, top: 20, width: 1, height: cells }),
          region: { left: 80, top: 80, width: 400, height: 400 },
        },
        frame,
      )
    expect(touches(2)).toBe(false)
    expect(touches(3)).toBe(true)
  })

  test('is looked at in landscape format from 1.4 on', () => {
    expect(gridOf({ left: 0, top: 0, width: 1400, height: 1000 })[1]).toBe(256)
    expect(gridOf({ left: 0, top: 0, width: 1401, height: 1000 })[1]).toBe(144)
  })
})

describe('mattes of two frames', () => {
  /** What becomes of a cell that was and is newly found so, where a block differs by levels and moves by cells. */
  function merged(before: number, found: number, { levels = 0, moved = 0, hint = 0 } = {}): number {
    const carried = new Float32Array(64).fill(before)
    const motion = {
      columns: 1,
      rows: 1,
      difference: Float32Array.of(levels),
      dx: Float32Array.of(moved),
      dy: Float32Array.of(0),
    } as unknown as Motion
    const memory = { judge: () => hint } as unknown as BackgroundMemory
    const small = { width: 8, height: 8 } as unknown as SmallFrame
    mergeMattes(carried, new Float32Array(64).fill(found), small, motion, memory)
    return carried[0]!
  }

  test('are averaged, a tenth of the new one, where nothing has changed', () => {
    expect(merged(0.8, 0.5)).toBeCloseTo(0.8 - 0.1 * 0.3)
    expect(merged(0.8, 0.5, { levels: 3 })).toBeCloseTo(0.8 - 0.1 * 0.3)
    expect(merged(0.8, 0.5, { levels: 4 })).toBeLessThan(0.76)
    expect(merged(0.8, 0.5, { levels: 10 })).toBeCloseTo(0.5)
  })

  test('contradict each other from a difference of 0.55 on, and surely at 0.95', () => {
    expect(merged(0.2, 0.74)).toBeCloseTo(0.2 + 0.1 * 0.54)
    expect(merged(0.2, 0.78)).toBeGreaterThan(0.2 + 0.1 * 0.58 + 0.001)
    expect(merged(0.02, 0.98)).toBeCloseTo(0.98)
  })

  test('leave a limb that moves by half a cell a frame, which the network loses', () => {
    expect(merged(1, 0.02, { moved: 0.49 })).toBeCloseTo(0.02)
    expect(merged(1, 0.02, { moved: 0.51 })).toBeCloseTo(1 - 0.1 * 0.98)
  })

  test('are background where both have less than a hundredth, however it looks', () => {
    expect(merged(0.009, 0.009, { hint: 1, levels: 10 })).toBeCloseTo(0.009)
    expect(merged(0.009, 0.005, { levels: 10 })).toBeCloseTo(0.009 - 0.1 * 0.004, 5)
    expect(merged(0.011, 0.005, { levels: 10 })).toBeCloseTo(0.005)
  })

  test('count less where a cell looks like the background, unless the network is sure', () => {
    expect(merged(0.5, 0.6, { levels: 10, hint: -1 })).toBeCloseTo(0.6 * 0.2)
    expect(merged(0.5, 0.9, { levels: 10, hint: -1 })).toBeLessThan(0.9)
    expect(merged(0.5, 0.95, { levels: 10, hint: -1 })).toBeCloseTo(0.95)
  })
})

test('a cell looks like the background up to 4 levels, and surely not from 28 on', () => {
  const pool = openFramePool()
  onTestFinished(() => pool.close())
  const memory = backgroundMemory(8, pool)
  const small = (level: number) => {
    const plane = () => pool.take(8).fill(100)
    return { width: 8, height: 1, y: plane().fill(level), u: plane(), v: plane() }
  }
  const judged = (level: number) => memory.judge(small(level) as unknown as SmallFrame, 3)
  expect(judged(100)).toBe(0)
  memory.see(small(100) as unknown as SmallFrame, new Float32Array(8), undefined)
  expect([100, 104, 108, 112, 120, 128].map(judged)).toEqual([-1, -1, -0.5, 0, 0.5, 1])
})

describe('poses', () => {
  const [width, height] = [64, 64]
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length: width * height }, (_, at) => of(at % width, Math.floor(at / width)))
  /** Somebody who is 20 × 40 cells. */
  const isPerson = (x: number, y: number) => x >= 8 && x < 28 && y >= 12 && y < 52

  test('take away what is 0.03 of the people’s area, and no more', () => {
    const left = (cells: number) => {
      const matte = plane((x, y) =>
        Number(isPerson(x, y) || (y === 30 && x >= 36 && x < 36 + cells)),
      )
      return heedPoses(
        matte,
        plane((x, y) => Number(isPerson(x, y))),
        width,
      ).alpha[30 * width + 38]
    }
    expect(left(24)).toBe(0)
    expect(left(25)).toBe(1)
  })

  test('take away what has a tenth of them near, and let stay what has half', () => {
    const limit = (near: number) => {
      const poses = plane((x, y) => (isPerson(x, y) ? 1 : x === 40 && y === 30 ? near : 0))
      const matte = plane((x, y) => Number(isPerson(x, y) || (x === 40 && y === 30)))
      return heedPoses(matte, poses, width).limit[30 * width + 40]
    }
    expect(limit(0.09)).toBe(0)
    expect(limit(0.2)).toBeGreaterThan(0)
    expect(limit(0.2)).toBeLessThan(1)
    expect(limit(0.51)).toBe(1)
  })

  test('put back limbs that lack 0.3 all over, and 0.6 somewhere', () => {
    const restored = (lacks: number, most: number) => {
      const isLimb = (x: number, y: number) => x >= 28 && x < 40 && y >= 20 && y < 26
      const poses = plane((x, y) => Number(isPerson(x, y) || isLimb(x, y)))
      const matte = plane((x, y) =>
        isLimb(x, y)
          ? 1 - (x > 31 && x < 36 && y > 21 && y < 25 ? most : lacks)
          : poses[y * width + x]!,
      )
      return heedPoses(matte, poses, width).alpha[22 * width + 39]
    }
    expect(restored(0.31, 0.61)).toBe(1)
    expect(restored(0.29, 0.61)).toBeCloseTo(0.71)
    expect(restored(0.31, 0.59)).toBeCloseTo(0.69)
  })
})
