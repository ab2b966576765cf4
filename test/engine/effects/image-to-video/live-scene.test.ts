import { expect, test } from 'vitest'
import { closedAt } from '../../../../engine/effects/image-to-video/blink.ts'
import { liveScene } from '../../../../engine/effects/image-to-video/live-scene.ts'
import type { Eye } from '../../../../engine/effects/image-to-video/open-eyes.ts'
import type { Layer, Near, Scene } from '../../../../engine/effects/image-to-video/scene.ts'
import type { SwayField } from '../../../../engine/effects/image-to-video/sway-field.ts'

const SIZE = { width: 96, height: 64 }

const FAR = { width: 2, height: 2, data: new Float32Array(4) }

function layer(level: (x: number, y: number) => number): Layer {
  const { width, height } = SIZE
  const y = Float32Array.from({ length: width * height }, (_, at) =>
    level(at % width, Math.floor(at / width)),
  )
  const half = (): Float32Array => new Float32Array((width * height) / 4).fill(128)
  return { ...SIZE, y, u: half(), v: half() }
}

/** People who fill the frame, with vertical stripes as hair. */
function striped(): Scene & { near: Near } {
  const near = layer((x) => 120 + 60 * Math.sin(x / 3))
  const alpha = new Float32Array(SIZE.width * SIZE.height).fill(1)
  return {
    far: layer(() => 60),
    depth: FAR,
    near: { layer: near, alpha, halfAlpha: new Float32Array(alpha.length / 4).fill(1), depth: 1 },
  }
}

/** Sways from a third of the height downwards, the more the lower. */
function curtain(): SwayField {
  const [step, cols, rows] = [8, 13, 9]
  const down = (at: number): number => Math.max(0, Math.floor(at / cols) / (rows - 1) - 1 / 3)
  const plane = (of: (at: number) => number): Float32Array =>
    Float32Array.from({ length: cols * rows }, (_, at) => of(at))
  return { step, cols, rows, amount: plane((at) => 6 * down(at)), delay: plane(down), reach: 4 }
}

test('hair and cloth move, what they hang from does not, and the end meets the beginning', () => {
  const scene = striped()
  const live = liveScene(scene, { eyes: [], sway: curtain() }, 1, 5)
  const rows = (time: number): Float32Array => live(time).near!.layer.y.slice()
  const [first, second, last] = [rows(0.3), rows(0.3 + 1 / 150), rows(1.3)]
  const change = (a: Float32Array, b: Float32Array, from: number, to: number): number => {
    let most = 0
    for (let at = from * SIZE.width; at < to * SIZE.width; at++) {
      most = Math.max(most, Math.abs(a[at]! - b[at]!))
    }
    return most
  }
  expect(change(first, scene.near.layer.y, 0, 16)).toBe(0)
  expect(change(first, scene.near.layer.y, 40, 64)).toBeGreaterThan(10)
  expect(change(first, second, 0, 64)).toBeLessThan(8)
  expect(change(first, last, 0, 64)).toBeLessThan(0.01)
})

/** An eye of 40 pixels, 12 open: white below skin, with a brow above. */
const EYE: Eye = {
  middle: { x: 48, y: 40 },
  along: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  width: 40,
  upper: [
    { x: -20, y: 0 },
    { x: 0, y: 8 },
    { x: 20, y: 0 },
  ],
  lower: [
    { x: -20, y: 0 },
    { x: 0, y: -4 },
    { x: 20, y: 0 },
  ],
  brow: [
    { x: -20, y: 22 },
    { x: 20, y: 22 },
  ],
}

function face(): Scene {
  return {
    depth: FAR,
    far: layer((x, y) => {
      const [across, up] = [Math.abs(x + 0.5 - 48), 40 - (y + 0.5)]
      const open = 1 - across / 20
      if (open > 0 && up < 8 * open && up > -4 * open) return 220
      return up > 22 ? 40 : 150
    }),
  }
}

test('lids close over the whole eye and open again, and nothing else moves', () => {
  const scene = face()
  const live = liveScene(scene, { eyes: [EYE] }, 1, 5)
  const white = (time: number): number => live(time / 5).far.y.filter((level) => level > 180).length
  expect(white(0.5)).toBeGreaterThan(200)
  expect(white(1.15 + 0.085)).toBeLessThan(5)
  const closing = live(1.19 / 5).far.y
  const above = 16 * SIZE.width
  expect(closing.slice(0, above)).toEqual(scene.far.y.slice(0, above))
  expect(live(2 / 5).far.y).toEqual(scene.far.y)
})

test('a blink is short, and people do not blink together', () => {
  const times = Array.from({ length: 1000 }, (_, at) => at / 200)
  const closed = times.filter((time) => closedAt(time, 0) > 0)
  expect(closed.length / 200 / 2).toBeCloseTo(0.195, 2)
  expect(Math.max(...times.map((time) => closedAt(time, 0)))).toBe(1)
  expect(times.filter((time) => closedAt(time, 0) > 0 && closedAt(time, 1) > 0)).toEqual([])
})

test('an eye of somebody who is only partly in the foreground does not blink', () => {
  const { far } = face()
  const alpha = new Float32Array(SIZE.width * SIZE.height).fill(1)
  alpha.fill(0.5, 40 * SIZE.width, 41 * SIZE.width)
  const halfAlpha = new Float32Array(alpha.length / 4).fill(1)
  const live = liveScene(
    { far, depth: FAR, near: { layer: far, alpha, halfAlpha, depth: 1 } },
    { eyes: [EYE] },
    1,
    5,
  )
  expect(live(1.235 / 5).near!.layer.y).toEqual(far.y)
})
