import { describe, expect, test } from 'vitest'
import { depthAt, estimateDepth } from '../../../../engine/effects/image-to-video/estimate-depth.ts'
import { smoothstep } from '../../../../engine/geometry/smoothstep.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import type { Body } from '../../../../engine/vision/bodies/body.ts'
import { sampled } from '../../../setup/sampled.ts'
import { drawDepths, type KnownDepth, SCENES } from './draw-depths.ts'

const SAMPLES = 40

/** Spearman's rank correlation of a nearness with the known one, over places all over the picture. */
function agreement(known: KnownDepth, nearAt: (x: number, y: number) => number): number {
  const places = Array.from({ length: SAMPLES ** 2 }, (_, nth) => ({
    x: ((nth % SAMPLES) + 0.5) / SAMPLES,
    y: (Math.floor(nth / SAMPLES) + 0.5) / SAMPLES,
  }))
  const [one, other] = [known.nearAt, nearAt].map((near) =>
    ranks(places.map(({ x, y }) => near(x, y))),
  )
  const middle = (places.length - 1) / 2
  const product = (a: number[], b: number[]): number =>
    a.reduce((sum, rank, at) => sum + (rank - middle) * (b[at]! - middle), 0)
  return product(one!, other!) / Math.sqrt(product(one!, one!) * product(other!, other!))
}

/** The rank of each value; equal ones share their mean. */
function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!)
  const out: number[] = []
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1]!]! - values[order[from]!]! < 1e-6) to++
    for (let nth = from; nth <= to; nth++) out[order[nth]!] = (from + to) / 2
    from = to + 1
  }
  return out
}

describe.each(sampled(3, SCENES))('$kind that ends at $left and $right', (scene) => {
  test('is as near as it is, and not by its height alone', async () => {
    const known = await drawDepths(scene)
    const { map } = estimateDepth(known.picture, { bodies: [] })
    const told = agreement(known, (x, y) => depthAt(map, x, y))
    const byHeight = agreement(known, (_, y) => smoothstep(0.4, 1, y))
    expect(told).toBeGreaterThan(0.9)
    expect(told).toBeGreaterThan(byHeight)
  })
})

/** A wall of bricks, in focus or out of it, and somebody before it who is cut off. */
function cutOff(isBlurred: boolean): { picture: Picture; matte: Mask; body: Body } {
  const [width, height] = [320, 240]
  const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const matte = { width, height, data: new Uint8Array(width * height) }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const isPerson = x >= 110 && x < 210 && y >= 50
      const brick = isBlurred
        ? 20 * Math.sin(x / 9) + 20 * Math.sin(y / 7)
        : (x >> 3) % 2
          ? 40
          : -40
      const level = isPerson ? (((x >> 2) + (y >> 2)) % 2 ? 90 : 190) : 140 + brick
      picture.data.set([level, level, level, 255], 4 * at)
      matte.data[at] = isPerson ? 255 : 0
    }
  }
  const landmarks = Array.from({ length: 33 }, () => ({
    x: 160,
    y: 80,
    z: 0,
    visibility: 1,
    presence: 1,
  }))
  const box = { left: 110, top: 50, width: 100, height: 190 }
  return { picture, matte, body: { box, score: 1, landmarks, mask: matte } }
}

test.each([
  ['in focus', false, 0.1, 0.4],
  ['out of focus', true, 0, 0.02],
])('a wall %s behind somebody who is cut off is flat', (_, isBlurred, least, most) => {
  const { picture, matte, body } = cutOff(isBlurred)
  const { map, people } = estimateDepth(picture, { bodies: [body], matte })
  expect(people).toBe(1)
  const depths = [...map.data]
  expect(Math.max(...depths) - Math.min(...depths)).toBeLessThan(1e-6)
  expect(depths[0]).toBeGreaterThanOrEqual(least)
  expect(depths[0]).toBeLessThan(most)
})
