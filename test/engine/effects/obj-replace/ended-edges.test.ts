import { describe, expect, it } from 'vitest'
import { endedEdges } from '../../../../engine/effects/obj-replace/ended-edges.ts'
import { ENDED_EDGES } from '../../../../engine/effects/obj-replace/tuning.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 200, height: 140 }

const maskOf = (is: Is): Mask => maskWhere(SIZE, is)
const round = maskOf((x, y) => Math.hypot(x - 100, y - 70) < 32)
const isCovered: Is = (x, y) => round.data[y * SIZE.width + x] === 255

/** A grey ground with a bar that is lighter by so many levels. */
function groundWith(isBar: Is, lighter = 100): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const level = isBar(i % SIZE.width, Math.floor(i / SIZE.width)) ? 90 + lighter : 90
    data.set([level, level, level], 4 * i)
  }
  return { ...SIZE, data }
}

const bar =
  (top: number, high = 24): Is =>
  (_, y) =>
    y >= top && y < top + high

describe('edges that end at a removal', () => {
  it('are those of a bar that stops at both sides of the hole, two each', () => {
    const stopped = groundWith((x, y) => bar(58)(x, y) && !isCovered(x, y))
    const count = endedEdges(stopped, round)
    expect(count).toBeGreaterThan(2.5)
    expect(count).toBeLessThan(6)
  })

  it('are none of a bar that goes on, nor without a bar', () => {
    expect(endedEdges(groundWith(bar(58)), round)).toBe(0)
    expect(
      endedEdges(
        groundWith(() => false),
        round,
      ),
    ).toBe(0)
  })

  it('are none of one that goes on a little beside its place, and all of one that is farther off', () => {
    const shifted = (by: number) =>
      groundWith((x, y) => (isCovered(x, y) ? bar(58 + by) : bar(58))(x, y))
    expect(endedEdges(shifted(ENDED_EDGES.along - 3), round)).toBe(0)
    expect(endedEdges(shifted(24 + ENDED_EDGES.along + 8), round)).toBeGreaterThan(1)
  })

  it('are none of an edge that is faint', () => {
    const of = (lighter: number) =>
      endedEdges(
        groundWith((x, y) => bar(58)(x, y) && !isCovered(x, y), lighter),
        round,
      )
    expect(of(ENDED_EDGES.strong - 4)).toBe(0)
    expect(of(ENDED_EDGES.strong + 12)).toBeGreaterThan(1)
  })

  it('are none without a mask, and none where the mask ends with the picture', () => {
    expect(
      endedEdges(
        groundWith(bar(58)),
        maskOf(() => false),
      ),
    ).toBe(0)
    const all = maskOf((x) => x < 100)
    expect(
      endedEdges(
        groundWith(() => false),
        all,
      ),
    ).toBe(0)
  })
})
