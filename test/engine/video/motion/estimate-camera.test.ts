import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { estimateCamera } from '../../../../engine/video/motion/estimate-camera.ts'
import { fitRobustly } from '../../../../engine/video/motion/fit-robustly.ts'
import {
  applyTo,
  compose,
  type Homography,
  invert,
} from '../../../../engine/video/motion/homography.ts'
import {
  type LumaPyramid,
  lumaPyramid,
  pickPoints,
} from '../../../../engine/video/motion/track-points.ts'
import { drawScene } from '../../fill/draw-scene.ts'

const [WIDTH, HEIGHT] = [160, 120]

let world: Uint8Array
beforeAll(async () => {
  world = await sharp(await drawScene('meadow'))
    .resize(2 * WIDTH, 2 * HEIGHT, { fit: 'fill' })
    .greyscale()
    .blur(1)
    .raw()
    .toBuffer()
})

/** The middle of the world as a camera sees it after a move. */
function seen(move: Homography, disturb = false): LumaPyramid {
  const back = invert(move)
  const y = new Uint8Array(WIDTH * HEIGHT)
  const from = new Float64Array(2)
  for (let at = 0; at < y.length; at++) {
    const [column, row] = [at % WIDTH, Math.floor(at / WIDTH)]
    applyTo(back, (column + 0.5) / WIDTH, (row + 0.5) / WIDTH, from)
    const [u, v] = [from[0]! * WIDTH + WIDTH / 2 - 0.5, from[1]! * WIDTH + HEIGHT / 2 - 0.5]
    const [left, top] = [Math.floor(u), Math.floor(v)]
    const value = (dx: number, dy: number): number => world[(top + dy) * 2 * WIDTH + left + dx]!
    const upper = value(0, 0) * (1 - u + left) + value(1, 0) * (u - left)
    const lower = value(0, 1) * (1 - u + left) + value(1, 1) * (u - left)
    y[at] = upper + (lower - upper) * (v - top)
    // Something else in the left third.
    if (disturb && column < WIDTH / 3) y[at] = world[((row + 40) * 2 + 1) * WIDTH + column]!
  }
  return lumaPyramid({ width: WIDTH, height: HEIGHT, y })
}

const STILL = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const MOVE = Float64Array.of(1.02, -0.015, 0.03, 0.015, 1.02, -0.02, 0.01, -0.015, 1)

function mostApart(one: Homography, other: Homography, columns = [0.1, 0.5, 0.9]): number {
  const [a, b] = [new Float64Array(2), new Float64Array(2)]
  return Math.max(
    ...columns.flatMap((x) =>
      [0.1, 0.4, 0.7].map((y) => {
        applyTo(one, x, y, a)
        applyTo(other, x, y, b)
        return WIDTH * Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)
      }),
    ),
  )
}

function told(from: LumaPyramid, to: LumaPyramid) {
  return estimateCamera(
    from,
    to,
    pickPoints(from[0]!, () => true),
  )
}

test('tells how a camera turned, moved and tilted to a fraction of a pixel', () => {
  const found = told(seen(STILL), seen(MOVE))
  expect(mostApart(found!.map, MOVE)).toBeLessThan(0.25)
  expect(found!.agreed).toBeGreaterThan(0.8)
})

test('is not misled by a third of the picture that moves by itself', () => {
  const found = told(seen(STILL), seen(MOVE, true))
  expect(mostApart(found!.map, MOVE, [0.4, 0.65, 0.9])).toBeLessThan(0.5)
})

test('knows nothing where there is no texture', () => {
  const blank = lumaPyramid({ width: WIDTH, height: HEIGHT, y: new Uint8Array(WIDTH * HEIGHT) })
  expect(told(blank, blank)).toBeUndefined()
})

test('fits maps to pairs of which a third is wrong', () => {
  const to = new Float64Array(2)
  const pairs = Array.from({ length: 60 }, (_, n) => {
    const [x, y] = [((n * 37) % 60) / 60, ((n * 17) % 45) / 60]
    applyTo(MOVE, x, y, to)
    const wrong = n % 3 === 0 ? 0.1 + (n % 7) / 30 : 0
    return { x, y, toX: to[0]! + wrong, toY: to[1]! - wrong }
  })
  const fit = fitRobustly(pairs, 0.004, 'projection')
  expect(mostApart(fit!.map, MOVE)).toBeLessThan(0.02)
  expect(fit!.agreed).toBeCloseTo(2 / 3, 5)
  expect(mostApart(compose(invert(MOVE), MOVE), STILL)).toBeLessThan(1e-9)
})
