import { expect, test } from 'vitest'
import { compositeOver } from '../../../../engine/effects/bg-replace-vid/composite.ts'
import { allocBytes, withArena } from '../../../../engine/raster/arena.ts'
import { type FramePool, openFramePool, takeFrame } from '../../../../engine/video/frame-pool.ts'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'

/** Rows that are no multiple of the eight pixels that kernels write at once. */
const [WIDTH, HEIGHT] = [36, 12]

type Layers = Parameters<ReturnType<typeof compositeOver>>[0]

type Frames = Pick<Layers, 'frame' | 'matte'> & { background: Frame }

const SAME = { shift: 0, bend: 0 }

function drawnFrames(pool: FramePool): Pick<Frames, 'frame' | 'background'> {
  const [frame, background] = [takeFrame(WIDTH, HEIGHT, 0, pool), takeFrame(WIDTH, HEIGHT, 0, pool)]
  frame.planes.fill(100)
  background.planes.fill(200)
  return { frame, background }
}

function composed({ frame, background, matte }: Frames, pool: FramePool): Frame {
  const composite = compositeOver(background, pool)
  return withArena(() => composite(layersOf(frame, matte)))
}

function layersOf(frame: Frame, matte: Layers['matte']): Layers {
  const stride = Math.ceil(WIDTH / 8) + 1
  const nothing = () => new Uint8Array((stride * matte.height) / 2)
  const side = () => ({ y: nothing(), u: nothing(), v: nothing() })
  return {
    frame,
    matte,
    region: { left: 0, top: 0, width: WIDTH, height: HEIGHT },
    levels: { background: side(), people: side(), stride },
    light: { luma: SAME, u: SAME, v: SAME },
  }
}

test('somebody who reaches from border to border is mixed once with what is behind', () => {
  const pool = openFramePool()
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  const even = (value: number) => new Float32Array(width * height).fill(value)
  const box = { left: 0, top: 0, width, height }
  const matte = { width, height, slope: even(0), offset: even(0.5), alpha: even(0.5), box }
  const made = composed({ ...drawnFrames(pool), matte }, pool)
  expect(Math.min(...made.planes)).toBeGreaterThanOrEqual(149)
  expect(Math.max(...made.planes)).toBeLessThanOrEqual(151)
  pool.close()
})

test('rows above somebody are the background, whatever was in memory before', () => {
  const pool = openFramePool()
  const frames = drawnFrames(pool)
  withArena(() => {
    allocBytes(100_000).fill(255)
  })
  // Cells of three rows: the first one at somebody's edge is odd.
  const [width, height] = [WIDTH / 2, HEIGHT / 3]
  const [left, top] = [10, 2]
  const alpha = Float32Array.from({ length: width * height }, (_, at) =>
    Number(at % width >= left && at >= top * width),
  )
  const slope = new Float32Array(alpha.length)
  const box = { left: 0, top: 0, width, height }
  const matte = { width, height, slope, offset: alpha, alpha, box }
  const { y } = planesOf(composed({ ...frames, matte }, pool))
  for (let row = 0; row < HEIGHT; row++) {
    const end = row < 3 * (top - 1) ? WIDTH : 2 * (left - 1)
    for (let x = 0; x < end; x++) expect(y[row * WIDTH + x]).toBe(200)
  }
  expect(y[11 * WIDTH + 30]).toBe(100)
  pool.close()
})

test('a frame stays while others are made, then the background is put where its people were', () => {
  const pool = openFramePool()
  const { frame, background } = drawnFrames(pool)
  const composite = compositeOver(background, pool)
  const [width, height] = [WIDTH / 2, HEIGHT / 2]
  const matteOf = (isPerson: (x: number, y: number) => boolean) => {
    const alpha = Float32Array.from({ length: width * height }, (_, at) =>
      Number(isPerson(at % width, Math.floor(at / width))),
    )
    const box = { left: 0, top: 0, width, height }
    return { width, height, slope: new Float32Array(alpha.length), offset: alpha, alpha, box }
  }
  const everybody = matteOf((x, y) => x > 2 && y > 1)
  const made = withArena(() => composite(layersOf(frame, everybody)))
  expect(planesOf(made).y[11 * WIDTH + 30]).toBe(100)
  const nobody = () =>
    withArena(() =>
      composite(
        layersOf(
          frame,
          matteOf(() => false),
        ),
      ),
    )
  for (let next = 0; next < 2; next++) nobody()
  expect(planesOf(made).y[11 * WIDTH + 30]).toBe(100)
  expect([...nobody().planes]).toEqual([...background.planes])
  pool.close()
})
