import { describe, expect, it } from 'vitest'
import { boxMean } from '../../../../engine/vision/mattes/box-mean.ts'
import {
  type Guide,
  guidedFilterCoefficients,
} from '../../../../engine/vision/mattes/guided-filter.ts'
import { keepPersonComponents } from '../../../../engine/vision/mattes/keep-person-components.ts'

describe('boxMean', () => {
  it('is the mean of each neighbourhood, cut at the borders', () => {
    const [width, height, radius] = [9, 7, 2]
    const plane = Float32Array.from({ length: width * height }, (_, at) => (at * 37) % 11)
    const mean = boxMean(plane, width, height, radius)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const near = [...plane].filter(
          (_, at) =>
            Math.abs((at % width) - x) <= radius && Math.abs(Math.floor(at / width) - y) <= radius,
        )
        const plain = near.reduce((a, b) => a + b, 0) / near.length
        expect(mean[y * width + x]).toBeCloseTo(plain, 4)
      }
    }
  })

  it('accepts a radius larger than the plane', () => {
    expect([...boxMean(Float32Array.of(1, 2, 3, 6), 2, 2, 50)]).toEqual([3, 3, 3, 3])
  })
})

describe('guidedFilterCoefficients', () => {
  it('moves the edge of a mask by three pixels to the edge of the colours', () => {
    const [width, height, edge] = [60, 40, 30]
    const colour = (left: number, right: number) =>
      Float32Array.from({ length: width * height }, (_, at) => (at % width < edge ? left : right))
    // Of equal brightness: only the colours tell the two sides apart.
    const guide: Guide = [colour(0.8, 0.3), colour(0.4, 0.64), colour(0.3, 0.3)]
    const mask = Float32Array.from({ length: width * height }, (_, at) =>
      at % width < edge + 3 ? 1 : 0,
    )
    const fit = guidedFilterCoefficients(guide, mask, { width, height }, 8, 0.0005)
    const at = (x: number): number => {
      const i = 20 * width + x
      return (
        fit.red[i]! * guide[0][i]! +
        fit.green[i]! * guide[1][i]! +
        fit.blue[i]! * guide[2][i]! +
        fit.offset[i]!
      )
    }
    expect(at(edge - 1)).toBeGreaterThan(0.8)
    expect(at(edge)).toBeLessThan(0.5)
    expect(mask[20 * width + edge]).toBe(1)
  })
})

describe('keepPersonComponents', () => {
  const region = { left: 100, top: 0, right: 120, bottom: 4, width: 10, height: 2, scale: 0.5 }
  const islands = () =>
    Float32Array.of(1, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0.5, 1, 0, 0, 0, 0, 0, 0, 0)

  it('clears components without a landmark, keeps the largest and those with one', () => {
    const kept = keepPersonComponents(islands(), region, [{ x: 109, y: 1 }])
    expect([...kept]).toEqual([1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0.5, 1, 0, 0, 0, 0, 0, 0, 0])
  })

  it('ignores landmarks outside the region', () => {
    const kept = keepPersonComponents(islands(), region, [{ x: -5, y: 3000 }])
    expect([...kept].filter((value) => value > 0)).toHaveLength(6)
  })

  it('returns an empty mask empty', () => {
    expect([...keepPersonComponents(new Float32Array(20), region, [])]).toEqual(
      new Array(20).fill(0),
    )
  })
})
