import { expect, test } from 'vitest'
import type { FaceFrame } from '../../../../engine/face/warp/face-frame.ts'
import { scaleDisc, shiftBox } from '../../../../engine/face/warp/local-warp.ts'
import { sumWarps } from '../../../../engine/face/warp/sum-warps.ts'

/** Pixels of a face's unit, and where it lies. */
const UNIT = 40
const ORIGIN = { x: 93, y: 71 }

/** A face that is tilted by some degrees. */
function tilted(degrees: number): FaceFrame {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const toPixels = ({ u, v }: { u: number; v: number }) => ({
    x: UNIT * (u * cos - v * sin),
    y: UNIT * (u * sin + v * cos),
  })
  return {
    pixelsPerU: UNIT,
    pixelsPerV: UNIT,
    toPixelVector: toPixels,
    toPixel: (place) => {
      const { x, y } = toPixels(place)
      return { x: ORIGIN.x + x, y: ORIGIN.y + y }
    },
    toFacePoint: ({ x, y }) => {
      const [dx, dy] = [(x - ORIGIN.x) / UNIT, (y - ORIGIN.y) / UNIT]
      return { u: dx * cos + dy * sin, v: dy * cos - dx * sin }
    },
  }
}

const WARPS = [
  shiftBox(
    { centre: { u: 0.2, v: -0.1 }, inner: { u: 0.1, v: 0.1 }, outer: { u: 0.7, v: 0.4 } },
    { u: 0.1, v: -0.2 },
  ),
  scaleDisc(
    { centre: { u: -0.4, v: 0.5 }, inner: 0.1, outer: 0.9, outerUp: 0.3 },
    { u: 0.2, v: 0.3 },
  ),
]

const GRID = { left: 11, top: 7, step: 3, cols: 56, rows: 44 }

test.each([0, 17, -30, 75, 90, 180])(
  'warps of a face tilted by %i degrees are summed at every node they displace',
  (degrees) => {
    const frame = tilted(degrees)
    const { u, v } = sumWarps(frame, WARPS, GRID)
    let moved = 0
    for (let k = 0; k < u.length; k++) {
      const x = GRID.left + (k % GRID.cols) * GRID.step
      const y = GRID.top + Math.floor(k / GRID.cols) * GRID.step
      const point = frame.toFacePoint({ x, y })
      const sum = { u: 0, v: 0 }
      for (const warp of WARPS) warp(point.u, point.v, sum)
      expect(Math.abs(u[k]! - sum.u)).toBeLessThan(1e-9)
      expect(Math.abs(v[k]! - sum.v)).toBeLessThan(1e-9)
      if (sum.u !== 0 || sum.v !== 0) moved++
    }
    expect(moved).toBeGreaterThan(100)
    expect(moved).toBeLessThan(u.length / 2)
  },
)
