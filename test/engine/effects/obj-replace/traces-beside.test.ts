import { describe, expect, it } from 'vitest'
import { tracesBeside } from '../../../../engine/effects/obj-replace/traces-beside.ts'
import { NOTED_DOUBTS, TRACES } from '../../../../engine/effects/obj-replace/tuning.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 160, height: 140 }

const maskOf = (is: Is): Mask => maskWhere(SIZE, is)
const away = (x: number, y: number): number => Math.hypot(x - 80, y - 70)
const round = maskOf((x, y) => away(x, y) < 30)

/** A light ground with grain of so many levels, and what is darker by so many. */
function groundWith(isDark: Is, darker = 40, grain = 4): Picture {
  const random = seededRandom()
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const ground = 200 + grain * (random() - 0.5)
    const is = isDark(i % SIZE.width, Math.floor(i / SIZE.width))
    data.set([ground, is ? ground - darker : ground, ground], 4 * i)
  }
  return { ...SIZE, data }
}

/** A part of the thing's outline, as a line one pixel wide so far from its middle. */
const rim =
  (radius: number): Is =>
  (x, y) =>
    x > 80 && y < 70 && Math.abs(away(x, y) - radius) < 0.6

describe('traces beside a removal', () => {
  it('are a fine line that is left just beside the mask, in one channel', () => {
    const sure = NOTED_DOUBTS.traces.sure
    expect(tracesBeside(groundWith(rim(31.5)), round)).toBeGreaterThan(2 * sure)
  })

  it('are none on clean ground, in strong grain, or of a line that lies farther away', () => {
    const nothing: Is = () => false
    expect(tracesBeside(groundWith(nothing), round)).toBe(0)
    const { sign } = NOTED_DOUBTS.traces
    expect(tracesBeside(groundWith(nothing, 0, 90), round)).toBeLessThan(sign)
    const { near, far } = TRACES
    expect(tracesBeside(groundWith(rim(30 + near + 4)), round)).toBe(0)
    expect(tracesBeside(groundWith(rim(30 + far.from + 1)), round)).toBe(0)
  })

  it('count by how far they stand out', () => {
    expect(tracesBeside(groundWith(rim(31.5), TRACES.levels - 3, 0), round)).toBe(0)
    expect(tracesBeside(groundWith(rim(31.5), TRACES.levels + 12, 0), round)).toBeGreaterThan(0.01)
  })

  it('are none of the edge of another thing, which is broad', () => {
    expect(
      tracesBeside(
        groundWith((x) => x > 100),
        round,
      ),
    ).toBeLessThan(0.005)
  })

  it('are none without a mask', () => {
    expect(
      tracesBeside(
        groundWith(rim(31.5)),
        maskOf(() => false),
      ),
    ).toBe(0)
  })
})
