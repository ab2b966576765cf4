import { describe, expect, test } from 'vitest'
import { cameraAt, viewAt } from '../../../../engine/effects/image-to-video/camera-at.ts'
import { findHorizon } from '../../../../engine/effects/image-to-video/find-horizon.ts'
import { framingOf } from '../../../../engine/effects/image-to-video/framing-of.ts'
import type { Motion } from '../../../../engine/effects/image-to-video/motion.ts'
import { cellsOf, edgesOf } from '../../../../engine/effects/image-to-video/picture-cells.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'

const AT_REST = { at: 0, zoom: 1.25 } as const

test('a camera that misses a head by 0.015 heights is moved, and sees no more', () => {
  const motion: Motion = { camera: [{ ...AT_REST, y: 0.05 }], loops: false }
  const of = (top: number) => cameraAt(motion, 0, 5, { top })
  // The view ends 0.35 above the middle of the picture, and 0.02 is kept free above a head.
  expect(of(-0.329).y).toBeCloseTo(0.05)
  expect(of(-0.344).zoom).toBeCloseTo(1.25)
  expect(of(-0.344).y).toBeLessThan(0.05)
  expect(of(-0.346).zoom).toBeLessThan(1.25)
})

test('a camera goes aside by 0.02 widths at least, whatever heads it would have to keep', () => {
  const motion: Motion = {
    camera: [
      { at: 0, zoom: 1.2, x: 0.06 },
      { at: 1, zoom: 1.2, x: -0.06 },
    ],
    loops: false,
  }
  const wide = { left: -0.5, right: 0.5 }
  const [begin, end] = [0, 1].map((time) => cameraAt(motion, time, 5, wide))
  expect(begin!.x).toBeCloseTo(0.02)
  expect(end!.x).toBeCloseTo(-0.02)
  expect(begin!.zoom).toBeCloseTo(0.5 / 0.48)
})

test('what is nearest grows faster by the dolly', () => {
  const camera = { zoom: 1.2, x: 0, y: 0, across: 0.1, up: 0 }
  expect(viewAt(camera, 0.3, 0)).toEqual({ zoom: 1.2, x: 0, y: 0 })
  expect(viewAt(camera, 0.3, 1).zoom).toBeCloseTo(1.26)
  expect(viewAt(camera, 0.3, 1).x).toBeCloseTo(0.1)
})

/** Somebody from `top` to `bottom` in shares of a square picture, whose nose is at `x` and face a tenth wide. */
function bodyAt(top: number, bottom: number, x = 0.5): Body {
  const landmarks = Array.from({ length: 33 }, () => ({
    x: 1000 * x,
    y: 1000 * top,
    z: 0,
    presence: 1,
    visibility: 1,
  }))
  landmarks[BODY.leftEar]!.x += 50
  landmarks[BODY.rightEar]!.x -= 50
  const box = { left: 1000 * x - 100, top: 1000 * top, width: 200, height: 1000 * (bottom - top) }
  return { box, landmarks } as unknown as Body
}

describe('a framing', () => {
  const size = { width: 1000, height: 1000 }
  const of = (...bodies: Body[]) => framingOf({ bodies }, size)

  test('keeps feet that are 0.02 heights above the end of the picture', () => {
    expect(of(bodyAt(0.2, 0.979)).bottom).toBeCloseTo(0.479)
    expect(of(bodyAt(0.2, 0.981)).bottom).toBeUndefined()
  })

  test('keeps the heads of all who are 0.4 as tall as the tallest', () => {
    const tall = bodyAt(0, 0.9, 0.3)
    expect(of(tall, bodyAt(0.5, 0.87, 0.8)).right).toBeGreaterThan(0.25)
    expect(of(tall, bodyAt(0.5, 0.85, 0.8)).right).toBeLessThan(0)
  })
})

test('a cell of which a twentieth is people is not looked at', () => {
  const picture = { width: 192, height: 128, data: new Uint8ClampedArray(4 * 192 * 128).fill(200) }
  const free = (share: number) => cellsOf(picture, new Float32Array(192 * 128).fill(share)).free[0]
  expect(free(0.049)).toBe(1)
  expect(free(0.051)).toBe(0)
})

describe('a horizon', () => {
  const [width, height] = [96, 64]

  /** Sky of a lightness and texture over ground of 40 and 10, of which so many columns are free of people. */
  function horizonOf({ sky = 60, texture = 1, row = 32, columns = width, broken = 0 } = {}) {
    const features = new Float32Array(4 * width * height)
    const free = new Float32Array(width * height)
    for (let at = 0; at < free.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      // Where it is broken the ground goes on as light as the sky.
      const light = y < row || x < broken ? sky : 40
      features.set([light, 0, 0, y < row ? texture : 10], 4 * at)
      free[at] = x < columns ? 1 : 0
    }
    const cells = { width, height, features, free }
    return findHorizon(edgesOf(cells), cells, 0)
  }

  test('is an edge of 0.3 of the fullest, which differs by 26, in 0.9 of the columns', () => {
    // Where the light goes on only the texture is an edge: of 7.9 and of 7.7.
    expect(horizonOf({ broken: 40, texture: 2.1 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ broken: 40, texture: 2.3 })).toBeUndefined()
    expect(horizonOf({ broken: 9, texture: 2.3 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ broken: 10, texture: 2.3 })).toBeUndefined()
  })

  test('has what is lighter by 8 levels above it, with 0.6 of the texture', () => {
    expect(horizonOf({ sky: 48.1 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ sky: 47.9 })).toBeUndefined()
    expect(horizonOf({ texture: 5.9 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ texture: 6.1 })).toBeUndefined()
  })

  test('lies below 0.3 of the picture', () => {
    expect(horizonOf({ row: 21 })).toBeCloseTo(21 / 64, 1)
    expect(horizonOf({ row: 14 })).toBeUndefined()
  })

  test('is seen in 0.3 of the columns', () => {
    expect(horizonOf({ columns: 29 })).toBeCloseTo(0.5, 1)
    expect(horizonOf({ columns: 28 })).toBeUndefined()
  })
})
