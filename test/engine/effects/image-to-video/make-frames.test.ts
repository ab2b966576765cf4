import { expect, test } from 'vitest'
import { makeFrames } from '../../../../engine/effects/image-to-video/make-frames.ts'
import type { Motion } from '../../../../engine/effects/image-to-video/motion.ts'
import { MOTIONS } from '../../../../engine/effects/image-to-video/motions.ts'
import { buildScene } from '../../../../engine/effects/image-to-video/scene.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { frameFromPicture } from '../../../../engine/video/frame-from-picture.ts'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'
import { lumaWeights } from '../../../../engine/video/yuv-matrix.ts'
import { sampled } from '../../../setup/sampled.ts'

const SIZE = { width: 160, height: 120 }
const BLOCK = { left: 60, top: 40, right: 100, bottom: 120 }

/** A background that is far everywhere, and people who are near. */
const FLAT = { map: { width: 2, height: 2, data: new Float32Array(4) }, people: 1 }

/** A bright block, cut off below, before a background that gets lighter to the right. */
function drawn(): { picture: Picture; people: Mask } {
  const { width, height } = SIZE
  const picture = { ...SIZE, data: new Uint8ClampedArray(width * height * 4) }
  const people = { ...SIZE, data: new Uint8Array(width * height) }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const inside = x >= BLOCK.left && x < BLOCK.right && y >= BLOCK.top && y < BLOCK.bottom
      const grey = 20 + Math.round((x / width) * 60)
      picture.data.set(inside ? [240, 230, 60, 255] : [grey, grey, grey, 255], at * 4)
      people.data[at] = inside ? 255 : 0
    }
  }
  return { picture, people }
}

function framesOf(motion: Motion, seconds = 1): Frame[] {
  const { picture, people } = drawn()
  const scene = buildScene(picture, { matte: people, hairEnd: SIZE.height }, FLAT, 8, false)
  return [...makeFrames({ scene, motion, seconds, rate: 30 }, SIZE, 1)]
}

test('a camera at rest shows the picture as it is', () => {
  const [frame] = framesOf({ camera: [{ at: 0 }], loops: false })
  const { picture } = drawn()
  const source = frameFromPicture(picture, lumaWeights({ matrix: 'bt709' }, SIZE.height))
  let most = 0
  for (const [at, level] of frame!.planes.entries()) {
    most = Math.max(most, Math.abs(level - source.planes[at]!))
  }
  expect(most).toBeLessThanOrEqual(1)
})

test('what is near moves against what is far, and background comes to light behind it', () => {
  const across = 0.05
  const frames = framesOf({
    camera: [{ at: 0 }, { at: 1, across }],
    loops: false,
  })
  const luma = planesOf(frames.at(-1)!).y
  const row = 80 * SIZE.width
  const bright = Array.from({ length: SIZE.width }, (_, x) => luma[row + x]! > 150)
  // The view of what is nearest moves to the right, so it moves to the left in the frame.
  expect(bright.indexOf(true)).toBe(BLOCK.left - across * SIZE.width)
  expect(bright.lastIndexOf(true)).toBe(BLOCK.right - 1 - across * SIZE.width)
  for (let x = BLOCK.right - 7; x < BLOCK.right + 4; x++) {
    expect(luma[row + x]).toBeLessThan(90)
    expect(luma[row + x]).toBeGreaterThan(30)
  }
})

test('weather moves on from frame to frame, and its end meets its beginning', () => {
  for (const id of sampled(1, ['snowfall', 'rain', 'drifting_dust'])) {
    const frames = framesOf(MOTIONS[id]!, 5)
    expect(frames).toHaveLength(150)
    const step = changeOf(frames[74]!, frames[75]!)
    expect(step).toBeGreaterThan(0)
    expect(changeOf(frames.at(-1)!, frames[0]!), id).toBeLessThan(1.5 * step)
  }
})

test('the same picture gives the same frames', () => {
  const [one, other] = [framesOf(MOTIONS['film_grain']!), framesOf(MOTIONS['film_grain']!)]
  expect(Buffer.compare(one[9]!.planes, other[9]!.planes)).toBe(0)
  expect(changeOf(one[9]!, one[10]!)).toBeGreaterThan(1)
})

/** The mean change of the luma. */
function changeOf(one: Frame, other: Frame): number {
  const [a, b] = [planesOf(one).y, planesOf(other).y]
  return a.reduce((sum, level, at) => sum + Math.abs(level - b[at]!), 0) / a.length
}
