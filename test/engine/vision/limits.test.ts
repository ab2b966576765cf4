import { describe, expect, test } from 'vitest'
import { BODY, type Body, isFullLength } from '../../../engine/vision/bodies/body.ts'
import { couldBePhantom } from '../../../engine/vision/bodies/could-be-phantom.ts'
import { headMask, strangerMask } from '../../../engine/vision/bodies/head-mask.ts'
import { poseDistance } from '../../../engine/vision/bodies/pose-distance.ts'
import { weightedNonMaximumSuppression } from '../../../engine/vision/detection/non-maximum-suppression.ts'
import { faceQuality } from '../../../engine/vision/faces/face-quality.ts'
import { buildPyramid } from '../../../engine/vision/input/pyramid.ts'
import { keepPersonComponents } from '../../../engine/vision/mattes/keep-person-components.ts'

// Both sides of what tuning.ts lets decide, on boxes, landmarks and small planes.

const box = (left: number, width = 100) => ({ left, top: 0, width, height: 100 })

test('a body of less than 0.7 that lies 0.3 on a surer one is nobody', () => {
  const sure = [{ score: 0.7, box: box(0) }]
  expect(couldBePhantom({ score: 0.69, box: box(69) }, sure)).toBe(true)
  expect(couldBePhantom({ score: 0.69, box: box(71) }, sure)).toBe(false)
  expect(couldBePhantom({ score: 0.7, box: box(69) }, sure)).toBe(false)
  expect(couldBePhantom({ score: 0.69, box: box(69) }, [{ score: 0.69, box: box(0) }])).toBe(false)
})

test('detections with 0.3 of their union in common are one object', () => {
  const count = (left: number) =>
    weightedNonMaximumSuppression(
      [0, left].map((at) => ({ box: box(at), score: 0.9, keypoints: [] })),
    ).length
  // Boxes of 100 that are 53 apart have 47 of 153 in common, and 54 apart 46 of 154.
  expect(count(53)).toBe(1)
  expect(count(54)).toBe(2)
})

describe('a body', () => {
  const landmarks = (of: (at: number) => { x: number; y: number; presence?: number }) =>
    Array.from({ length: 33 }, (_, at) => ({ z: 0, presence: 1, visibility: 1, ...of(at) }))

  test('is at full length where a knee has a presence of more than 0.5', () => {
    const of = (presence: number) =>
      isFullLength({
        landmarks: landmarks(() => ({ x: 10, y: 10, presence })),
        mask: { width: 20, height: 20 },
      })
    expect(of(0.5)).toBe(false)
    expect(of(0.51)).toBe(true)
  })

  test('has a distance of 1 to one beside it, of its own size', () => {
    const at = (x: number): Pick<Body, 'landmarks'> => ({
      landmarks: landmarks((nth) => ({ x: x + (nth === BODY.leftShoulder ? 100 : 0), y: 0 })),
    })
    expect(poseDistance(at(0), at(50))).toBeCloseTo(0.5)
    expect(poseDistance(at(0), at(100))).toBeCloseTo(1)
  })
})

describe('a guessed head', () => {
  const face = { left: 150, top: 150, width: 100, height: 100 }
  const size = { width: 400, height: 500 }
  const levels = (mask: { data: Uint8Array }) => (x: number, y: number) => mask.data[y * 400 + x]

  test('is 1.35 times as wide as its face, 1.9 times as high above and 1.25 below its middle', () => {
    const at = levels(headMask(face, size))
    expect(at(200 + 67, 200)).toBe(255)
    expect(at(200 + 68, 200)).toBe(0)
    expect(at(200, 200 - 94)).toBe(255)
    expect(at(200, 200 - 96)).toBe(0)
    expect(at(200, 200 + 62)).toBe(255)
    expect(at(200, 200 + 63)).toBe(0)
  })

  test('has a chest that grows to 1.7 faces within 0.9 of one, three faces down', () => {
    const at = levels(strangerMask(face, size))
    // Half as deep as where it is widest it is half as wide: 85.
    expect(at(200 + 84, 250 + 45)).toBe(160)
    expect(at(200 + 86, 250 + 45)).toBe(0)
    expect(at(200 + 169, 250 + 92)).toBe(160)
    expect(at(200, 549 - 50)).toBe(160)
  })
})

test('pixels of more than 0.15 belong to a person', () => {
  const kept = (bridge: number) => {
    const plane = Float32Array.of(1, 1, 1, 1, bridge, 1, 1)
    const region = { left: 0, top: 0, width: 7, height: 1, scale: 1 } as Parameters<
      typeof keepPersonComponents
    >[1]
    return keepPersonComponents(plane, region, [{ x: 0.5, y: 0.5 }])[6]
  }
  expect(kept(0.151)).toBe(1)
  expect(kept(0.149)).toBe(0)
})

describe('a part of a face', () => {
  const MOUTH = [164, 167, 393, 18, 200]
  const [LID, BELOW] = [
    [27, 28],
    [23, 24, 22],
  ]
  type Colour = readonly [number, number, number]

  /** What is covered of a face of even skin of which some landmarks have another colour. */
  async function covered(mouth: Colour, parts: readonly number[] = MOUTH) {
    const [width, height] = [80, 80]
    const data = new Uint8ClampedArray(4 * width * height).fill(255)
    for (let at = 0; at < width * height; at++) {
      data.set(Math.floor(at / width) < 50 ? [150, 150, 150] : mouth, 4 * at)
    }
    const landmarks = Array.from({ length: 478 }, (_, at) => ({
      x: 40,
      y: parts.includes(at) ? 65 : 30,
      z: 0,
    }))
    const pyramid = buildPyramid({ width, height, data })
    return (await faceQuality(pyramid, { left: 0, top: 0, width, height }, landmarks)).covered
  }

  test('is covered with less than half of the luma of the face', async () => {
    expect(await covered([76, 76, 76])).toEqual([])
    expect(await covered([74, 74, 74])).toEqual(['mouth'])
  })

  test('is covered where its chroma is 0.09 off', async () => {
    // A grey with a blue that differs by n levels has Cb of 0.564 × 0.886 × n / 255.
    expect(await covered([150, 150, 150 + 44])).toEqual([])
    expect(await covered([150, 150, 150 + 48])).toEqual(['mouth'])
  })

  test('is an eye only where what covers it reaches over the lid: a lowered eye lies below', async () => {
    expect(await covered([20, 20, 20], [...LID!, ...BELOW!])).toEqual(['rightEye'])
    expect(await covered([20, 20, 20], [LID![1]!, ...BELOW!])).toEqual(['rightEye'])
    expect(await covered([20, 20, 20], BELOW)).toEqual([])
    expect(await covered([20, 20, 20], LID)).toEqual([])
  })
})
