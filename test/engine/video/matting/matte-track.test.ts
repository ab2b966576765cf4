import { afterAll, expect, test } from 'vitest'
import { HEAP, openFramePool } from '../../../../engine/video/frame-pool.ts'
import { trackMattes } from '../../../../engine/video/matting/matte-track.ts'
import { type Frame, newFrame, planesOf } from '../../../../engine/video/video-info.ts'
import { warmVision } from '../../warm-vision.ts'

const WEIGHTS = { red: 0.299, blue: 0.114 }
const SIZE = { width: 640, height: 480 } as const

const opened = warmVision()
const pool = openFramePool()
afterAll(async () => {
  pool.close()
  ;(await opened).close()
})

/** A network for which people are what is bright: tests tell what is looked at, not how well. */
const bright = {
  run: async (input: Float32Array) => [
    Float32Array.from({ length: input.length / 3 }, (_, at) => (input[3 * at]! > 0.7 ? 1 : 0)),
  ],
}

/** A frame of a ground with somebody bright in it, at a thirtieth of a second times its number. */
function frameWith(nth: number, ground: number, left: number, top: number, tall: number): Frame {
  const frame = newFrame(SIZE.width, SIZE.height, nth)
  const { y, u, v } = planesOf(frame)
  u.fill(128)
  v.fill(128)
  for (let row = 0, at = 0; row < SIZE.height; row++) {
    for (let column = 0; column < SIZE.width; column++, at++) {
      const isIn = column >= left && column < left + 60 && row >= top && row < top + tall
      y[at] = isIn ? 225 : ground
    }
  }
  return frame
}

async function track() {
  const nets = { ...(await opened), selfie: bright, wideSelfie: bright } as never
  return trackMattes(nets, WEIGHTS, 30, pool)
}

test('who reaches the edge of what is looked at is not cut off there', async () => {
  const follow = await track()
  await follow(frameWith(0, 60, 300, 250, 120))
  const { region } = await follow(frameWith(1, 60, 300, 110, 260))
  expect(region.top).toBeLessThan(110)
})

test('after a cut people are looked for in the whole frame, and nothing of the shot before stays', async () => {
  const follow = await track()
  await follow(frameWith(0, 60, 100, 250, 120))
  const { region, small, alpha } = await follow(frameWith(1, 130, 480, 200, 120))
  expect(region.left).toBeLessThan(480)
  expect(region.left + region.width).toBeGreaterThan(540)
  const scale = region.width / small.width
  const outside = [...alpha.keys()].filter((at) => {
    const x = region.left + ((at % small.width) + 0.5) * scale
    return alpha[at]! > 0.5 && (x < 470 || x > 550)
  })
  expect(alpha.some((share) => share > 0.5)).toBe(true)
  expect(outside).toEqual([])
})

test('after a cut poses are looked for at once, and not two seconds after the last search', async () => {
  const { poseDetection, ...nets } = await opened
  let searches = 0
  const counted = {
    run: (input: Float32Array) => {
      searches++
      return poseDetection.run(input)
    },
  }
  const stubs = { ...nets, poseDetection: counted, selfie: bright, wideSelfie: bright } as never
  const follow = trackMattes(stubs, WEIGHTS, 30, pool)
  await follow(frameWith(0, 60, 100, 250, 120))
  await follow(frameWith(6, 60, 104, 250, 120))
  const before = searches
  await follow(frameWith(7, 130, 480, 200, 120))
  expect(searches).toBeGreaterThan(before)
})

test('doubts what is found where somebody was not, and not who stays', async () => {
  const follow = await track()
  await follow(frameWith(0, 60, 300, 250, 120))
  expect((await follow(frameWith(5, 60, 300, 250, 120))).doubt).toBeLessThan(0.1)
  expect((await follow(frameWith(10, 60, 300, 250, 215))).doubt).toBeGreaterThan(0.2)
})

test('a network of users is asked instead, at the same places', async () => {
  const blind = { run: async (input: Float32Array) => [new Float32Array(input.length / 3)] }
  const asked: string[] = []
  const [width, height] = [96, 96]
  const own = {
    manifest: {
      task: 'matte',
      shows: 'people',
      file: 'own.onnx',
      picture: {
        layout: 'nhwc',
        type: 'float32',
        order: 'rgb',
        size: { width, height },
        fit: 'stretch',
        scale: [0, 1],
      },
      result: { output: 0, layout: 'nhwc', plane: 0, activation: 'none' },
    },
    net: {
      run: async ([given]: { values: Float32Array }[]) => {
        asked.push('own')
        const [values] = await bright.run(given!.values)
        return { shape: [1, height, width, 1], values }
      },
    },
  }
  const nets = { ...(await opened), selfie: blind, wideSelfie: blind, userNets: [own] } as never
  const follow = trackMattes(nets, WEIGHTS, 30, pool)
  let changes = 0
  let before: Float32Array | undefined
  for (let nth = 0; nth < 8; nth++) {
    const { alpha, region, small } = await follow(frameWith(nth, 60, 300, 120, 200))
    const found = [...alpha.keys()].filter((at) => alpha[at]! > 0.5)
    const columns = found.map(
      (at) => region.left + (((at % small.width) + 0.5) * region.width) / small.width,
    )
    expect(Math.min(...columns)).toBeGreaterThan(290)
    expect(Math.max(...columns)).toBeLessThan(370)
    if (before?.length === alpha.length) {
      for (const [at, share] of alpha.entries()) if (Math.abs(share - before[at]!) > 0.05) changes++
    }
    before = alpha.slice()
  }
  // Nobody moves, and nothing of the matte does.
  expect(changes).toBe(0)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThan(8)
})

test('planes on the heap are refused: kernels would write elsewhere in their memory', async () => {
  const nets = { ...(await opened), selfie: bright, wideSelfie: bright } as never
  const follow = trackMattes(nets, WEIGHTS, 30, HEAP)
  const run = async () => {
    for (let nth = 0; nth < 4; nth++) await follow(frameWith(nth, 60, 300, 120, 200))
  }
  await expect(run()).rejects.toThrow('Kernels cannot reach what is not in the arena.')
})
