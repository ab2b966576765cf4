import { expect, test } from 'vitest'
import { buildScene } from '../../../../engine/effects/image-to-video/scene.ts'
import { frameFromPicture } from '../../../../engine/video/frame-from-picture.ts'
import { planesOf } from '../../../../engine/video/video-info.ts'
import { lumaWeights } from '../../../../engine/video/yuv-matrix.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'

const SIZE = { width: 400, height: 240 } as const
const DARK = 40
const LIGHT = 210

/** A background that is far everywhere, and people who are near. */
const FLAT = { map: { width: 2, height: 2, data: new Float32Array(4) }, people: 1 }

type Inside = (x: number, y: number) => boolean

/** Somebody dark in the middle of light ground, with other dark things. */
function scene(isOther: Inside, shareOf: (x: number, y: number) => number, hairEnd = 120) {
  const { width, height } = SIZE
  const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  const matte = { width, height, data: new Uint8Array(width * height) }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const level = isPerson(x, y) || isOther(x, y) ? DARK : LIGHT
      picture.data.set([level, level, level, 255], 4 * at)
      matte.data[at] = 255 * shareOf(x, y)
    }
  }
  const luma = planesOf(frameFromPicture(picture, lumaWeights({ matrix: 'bt709' }, height))).y
  return { ...buildScene(picture, { matte, hairEnd }, FLAT, 12, false), luma }
}

const isPerson: Inside = (x, y) => x >= 180 && x < 220 && y >= 40 && y < 200
const share = (x: number, y: number): number => (isPerson(x, y) ? 1 : 0)

test.runIf(isEveryCaseTried())('a mat below feet stays as it is, however dark they are', () => {
  const isMat: Inside = (x, y) => x >= 164 && x < 236 && y >= 186 && y < 214
  const { far, luma } = scene(isMat, share, SIZE.height)
  for (const at of [195 * SIZE.width + 174, 195 * SIZE.width + 230, 206 * SIZE.width + 200]) {
    expect(far.y[at]).toBe(luma[at])
  }
})

test('single hairs that no matte has do not stay behind', () => {
  const { far } = scene((x, y) => x >= 172 && x < 174 && y >= 50 && y < 90, share)
  expect(far.y[70 * SIZE.width + 173]).toBeGreaterThan(150)
})

test('ground that a matte half counts to people stays ground', () => {
  const isDoubted: Inside = (x, y) => x >= 220 && x < 240 && y >= 100 && y < 160
  const { near } = scene(
    () => false,
    (x, y) => (isDoubted(x, y) ? 0.5 : share(x, y)),
  )
  expect(near!.alpha[130 * SIZE.width + 230]).toBeLessThan(0.02)
  expect(near!.alpha[130 * SIZE.width + 200]).toBe(1)
})

test('people move less against a background that could go on in two ways', () => {
  const sure = scene(() => false, share)
  expect(sure.near!.depth).toBe(1)
  // Dark and light fields, of which either may go on behind the person.
  const isCurtain: Inside = (x, y) => (Math.floor(x / 23) + Math.floor(y / 23)) % 2 === 1
  const doubted = scene(isCurtain, share)
  expect(doubted.near!.depth).toBeLessThan(0.6)
})
