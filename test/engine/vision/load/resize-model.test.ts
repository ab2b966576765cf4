import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Size } from '../../../../engine/geometry/size.ts'
import { runDetector } from '../../../../engine/vision/detection/run-detector.ts'
import { FACE_DETECTOR } from '../../../../engine/vision/faces/face-detector.ts'
import { buildPyramid } from '../../../../engine/vision/input/pyramid.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { sampled } from '../../../setup/sampled.ts'
import { drawFace } from '../../face/draw-face.ts'
import { warmVision } from '../../warm-vision.ts'

let vision: Vision
beforeAll(async () => {
  vision = await warmVision()
})
afterAll(() => vision?.close())

it('a resized network finds the same face in the same place, however much is around it', async () => {
  const { picture } = await drawFace({})
  const pyramid = buildPyramid(picture)
  const side = Math.max(picture.width, picture.height)
  const middle = { x: picture.width / 2, y: picture.height / 2, angle: 0 }
  const look = (inputSize: Size) => {
    const roi = { ...middle, side: (side * Math.max(inputSize.width, inputSize.height)) / 192 }
    return runDetector(FACE_DETECTOR, pyramid, { roi, inputSize }, vision.faceDetection, 0.5)
  }
  const [own] = await look({ width: 192, height: 192 })
  for (const inputSize of [
    { width: 320, height: 192 },
    { width: 192, height: 256 },
    { width: 384, height: 288 },
  ]) {
    const [other, ...more] = await look(inputSize)
    expect(more).toEqual([])
    expect(Math.abs(other!.score - own!.score)).toBeLessThan(0.1)
    for (const [n, { x, y }] of other!.keypoints.entries()) {
      const near = own!.keypoints[n]!
      expect(Math.hypot(x - near.x, y - near.y)).toBeLessThan(0.1 * own!.box.width)
    }
  }
})

it.each(
  sampled(1, [
    ['faceDetection', 2304],
    ['palmDetection', 2016],
  ] as const),
)('%s runs at more sizes at once than stay compiled', async (name, own) => {
  const widths = [192, 32, 64, 96, 128, 160, 224, 256, 288, 320, 192]
  const runs = widths.map((width) =>
    vision[name]({ width, height: 192 }).run(new Float32Array(width * 192 * 3)),
  )
  for (const [n, outputs] of (await Promise.all(runs)).entries()) {
    expect(outputs.map(({ length }) => length)).toContain((widths[n]! / 192) * own)
  }
})
