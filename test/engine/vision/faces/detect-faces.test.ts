import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { clampBox } from '../../../../engine/geometry/box.ts'
import type { Size } from '../../../../engine/geometry/size.ts'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { crop } from '../../../../engine/raster/pixels/crop.ts'
import { detectFaces, type WantedFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import type { DrawnScene } from '../../../../samples/scene.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { fewOrAll, sampled } from '../../../setup/sampled.ts'
import { drawFace } from '../../face/draw-face.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'

let vision: Vision
let scene: DrawnScene
let picture: Picture
let faces: Face[]
/** The man's head and shoulders, and where they were cut out. */
let portrait: Picture
const CUT = { left: 300, top: 40, width: 300, height: 300 }

async function open(bytes: Uint8Array) {
  return (await openPicture(bytes, LIMITS)).picture
}
function flat({ width, height, data }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } })
}
function gap(a: { x: number; y: number }, b: { x: number; y: number }) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

beforeAll(async () => {
  vision = await warmVision()
  scene = await twoPeople()
  picture = await open(scene.png)
  faces = await detectFaces(picture, vision)
  portrait = crop(picture, CUT)
})

describe('faces of drawn people', () => {
  it('are found from left to right, with irises within 6 % of the distance between the eyes', () => {
    expect(faces).toHaveLength(2)
    for (const [n, { landmarks, score }] of faces.entries()) {
      const { leftEye, rightEye, nose } = scene.truth.people[n]!.joints
      const eyes = gap(leftEye!, rightEye!)
      expect(score).toBeGreaterThan(0.6)
      expect(landmarks).toHaveLength(478)
      expect(gap(landmarks[FACE.leftIris[0]]!, leftEye!) / eyes).toBeLessThan(0.06)
      expect(gap(landmarks[FACE.rightIris[0]]!, rightEye!) / eyes).toBeLessThan(0.06)
      expect(gap(landmarks[FACE.noseTip]!, nose!) / eyes).toBeLessThan(0.35)
    }
  })

  it('have boxes tight around their landmarks, in whole pixels', () => {
    for (const { box, landmarks } of faces) {
      const xs = landmarks.map(({ x }) => x)
      const ys = landmarks.map(({ y }) => y)
      expect(box.left).toBe(Math.floor(Math.min(...xs)))
      expect(box.top).toBe(Math.floor(Math.min(...ys)))
      expect(box.left + box.width).toBe(Math.ceil(Math.max(...xs)))
      expect(box.top + box.height).toBe(Math.ceil(Math.max(...ys)))
    }
  })

  it('face the camera, with the roll they are drawn with', () => {
    const tilts = scene.truth.people.map(({ joints: { leftEye, rightEye } }) => {
      const across = leftEye!.x - rightEye!.x
      return (Math.atan2(leftEye!.y - rightEye!.y, across) * 180) / Math.PI
    })
    for (const [n, { pose }] of faces.entries()) {
      expect(Math.abs(pose.roll - tilts[n]!)).toBeLessThan(2)
      expect(Math.abs(pose.yaw)).toBeLessThan(5)
      expect(Math.abs(pose.pitch)).toBeLessThan(10)
    }
  })

  it('are found identically a second time', async () => {
    expect(await detectFaces(picture, vision)).toEqual(faces)
  })

  it('swap order and sides when the picture is mirrored', async () => {
    const mirrored = await detectFaces(await open(await sharp(scene.png).flop().toBuffer()), vision)
    expect(mirrored).toHaveLength(2)
    for (const [n, { landmarks }] of mirrored.entries()) {
      const before = faces[1 - n]!.landmarks[FACE.rightEye.outer]!
      const after = landmarks[FACE.leftEye.outer]!
      expect(gap(after, { x: picture.width - before.x, y: before.y })).toBeLessThan(4)
    }
  })

  it('are found 25 pixels tall in a picture of 2048', async () => {
    const small = await sharp(scene.png).resize({ width: 400 }).toBuffer()
    const canvas = { width: 2048, height: 1200, channels: 3 as const, background: '#8fa3a0' }
    const wide = sharp({ create: canvas }).composite([{ input: small, left: 1500, top: 700 }])
    const found = await detectFaces(await open(await wide.png().toBuffer()), vision)
    expect(found).toHaveLength(2)
    for (const [n, { landmarks }] of found.entries()) {
      const { x, y } = scene.truth.people[n]!.joints['nose']!
      const scale = 400 / picture.width
      expect(
        gap(landmarks[FACE.noseTip]!, { x: 1500 + x * scale, y: 700 + y * scale }),
      ).toBeLessThan(5)
    }
  })
})

it('finds a face behind a surgical mask upright, with its mouth covered', async () => {
  const mask = '<path d="M-30 62 L0 56 L30 62 L27 88 L0 102 L-27 88 Z" fill="#8fc3dd"/>'
  const drawn = await drawFace({ look: { skin: '#efc9ad' }, marks: mask })
  const [face, ...more] = await detectFaces(drawn.picture, vision)
  expect(more).toEqual([])
  expect(Math.abs(face!.pose.roll)).toBeLessThan(5)
  expect(face!.quality.covered).toContain('mouth')
})

describe('a rotated picture of a head', () => {
  it.each(sampled(2, [-60, 180, 90, -30, 30, 270]))(
    'changes the roll alone at %i degrees',
    async (degrees) => {
      const [straight] = await detectFaces(portrait, vision)
      const turned = await flat(portrait)
        .rotate(degrees, { background: '#b9c4bb' })
        .png()
        .toBuffer()
      const [face, ...more] = await detectFaces(await open(turned), vision)
      expect(more).toEqual([])
      const change = face!.pose.roll - straight!.pose.roll - degrees
      expect(Math.abs(change - 360 * Math.round(change / 360))).toBeLessThan(3)
      expect(Math.abs(face!.pose.yaw - straight!.pose.yaw)).toBeLessThan(4)
      expect(Math.abs(face!.pose.pitch - straight!.pose.pitch)).toBeLessThan(6)
    },
  )
})

describe('quality', () => {
  const qualityOf = async (change: (image: Sharp) => Sharp) => {
    const [face] = await detectFaces(
      await open(await change(flat(portrait)).png().toBuffer()),
      vision,
    )
    return face!.quality
  }
  /** A dark or coloured patch over the portrait, in its pixels. */
  const patch = (left: number, top: number, width: number, height: number, background: string) => ({
    input: { create: { width, height, channels: 4 as const, background } },
    left,
    top,
  })

  it('measures size, position and how much is inside the picture', async () => {
    const whole = await qualityOf((image) => image)
    expect(whole.width).toBeGreaterThan(0.22)
    expect(whole.width).toBeLessThan(0.33)
    expect(whole.inside).toBe(1)
    expect(Math.abs(whole.offCentre.x)).toBeLessThan(0.15)
    expect(whole.covered).toEqual([])
    const cut = await qualityOf((image) =>
      image.extract({ left: 150, top: 0, width: 150, height: 300 }),
    )
    expect(cut.inside).toBeLessThan(0.75)
    expect(cut.offCentre.x).toBeLessThan(-0.5)
  })

  it('measures light that follows the exposure', async () => {
    const lights = []
    for (const gain of [0.3, 0.6, 1]) {
      lights.push((await qualityOf((image) => image.removeAlpha().linear(gain, 0))).light)
    }
    expect(lights).toEqual(lights.toSorted((a, b) => a - b))
    expect(lights[0]! / lights[2]!).toBeCloseTo(0.3, 1)
  })

  it('measures uneven light where one side is in shadow', async () => {
    const even = await qualityOf((image) => image)
    const shadow = [patch(154, 0, 146, 300, '#000000a0')]
    const uneven = await qualityOf((image) => image.composite(shadow))
    expect(uneven.uneven).toBeGreaterThan(even.uneven + 0.15)
  })

  it('names a covered part', async () => {
    const mask = [patch(118, 148, 70, 60, '#3a7bd5')]
    expect((await qualityOf((image) => image.composite(mask))).covered).toContain('mouth')
  })
})

/** The portrait, and in it the woman's head so small that her face is a twelfth as tall as the picture. */
async function withStranger(x: number, y: number): Promise<Picture> {
  const { left, top, width, height } = faces[0]!.box
  const around = { left: left - width / 4, top: top - height / 2, width: width * 1.5 }
  const head = crop(picture, clampBox({ ...around, height: height * 1.75 }, picture))
  const size = { height: Math.round((portrait.height / 12) * 1.75) }
  const small = await flat(head).resize(size).png().toBuffer({ resolveWithObject: true })
  const free = { x: portrait.width - small.info.width, y: portrait.height - small.info.height }
  const place = { left: Math.round(x * free.x), top: Math.round(y * free.y) }
  return open(
    await flat(portrait)
      .composite([{ input: small.data, ...place }])
      .png()
      .toBuffer(),
  )
}

describe('a face of a twelfth of the height beside a portrait', () => {
  const PLACES = [
    [0.03, 0.05],
    [0.86, 0.62],
    [0.85, 0.05],
    [0.03, 0.6],
    [0.45, 0.02],
    [0.9, 0.35],
  ] as const
  it.each(sampled(1, PLACES))('is found at %f, %f', async (x, y) => {
    expect(await detectFaces(await withStranger(x, y), vision)).toHaveLength(2)
  })
})

describe('the passes of the detector', () => {
  /** The sizes of the inputs that the detector is run on. */
  const looksAt = async (seen: Picture, wanted?: WantedFaces): Promise<string[]> => {
    const looks: string[] = []
    const faceDetection = (inputSize: Size) => ({
      run: (...inputs: Float32Array[]) => {
        looks.push(`${inputSize.width} × ${inputSize.height}`)
        return vision.faceDetection(inputSize).run(...inputs)
      },
    })
    await detectFaces(seen, { ...vision, faceDetection }, undefined, wanted)
    return looks
  }

  it('are one at a portrait before a plain wall, without weak candidates', async () => {
    expect(await looksAt(portrait)).toEqual(['192 × 192'])
  })

  it('are crops of weak candidates beside a portrait, and a denser one where a face is found in them', async () => {
    expect(await looksAt(await withStranger(0.05, 0.6))).toEqual([
      '192 × 192',
      '160 × 96',
      '384 × 384',
    ])
  })

  it('are one where only the largest face is wanted and one is large, which stays the same', async () => {
    const seen = await withStranger(0.05, 0.6)
    expect(await looksAt(seen, 'largest')).toEqual(['192 × 192'])
    const all = await detectFaces(seen, vision)
    const [largest, ...more] = await detectFaces({ ...seen }, vision, undefined, 'largest')
    expect(more).toEqual([])
    expect(all).toContainEqual(largest)
    expect(Math.max(...all.map(({ box }) => box.height))).toBe(largest!.box.height)
  })

  it('are as many as for all faces where a weak candidate is as large as the largest face', async () => {
    expect(await looksAt(picture, 'largest')).toEqual(await looksAt(picture))
  })

  it('leave smaller faces beside the largest one out where only that is wanted', async () => {
    const around = { top: 400, bottom: 200, left: 250, right: 250, background: '#d8d4cc' }
    const seen = await open(
      await flat(await withStranger(0.05, 0.6))
        .extend(around)
        .png()
        .toBuffer(),
    )
    expect(await looksAt(seen)).toEqual(['160 × 192', '160 × 96', '320 × 384'])
    expect(await looksAt(seen, 'largest')).toEqual(['160 × 192', '160 × 96'])
  })

  it('are no denser for two people when no weak candidate is a face', async () => {
    expect(await looksAt(picture)).toEqual(['192 × 160', '160 × 96'])
  })

  it('are none at a plain wall', async () => {
    const data = new Uint8ClampedArray(640 * 640 * 4).fill(255)
    expect(await looksAt({ width: 640, height: 640, data })).toEqual([])
  })
})

describe('pictures without a face', () => {
  it.each([
    ['a single pixel', 1, 1],
    ['a line', 2048, 1],
    ['a plain wall', 640, 480],
  ])('finds no face in %s', async (_, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4).fill(180)
    expect(await detectFaces({ width, height, data }, vision)).toEqual([])
  })

  it('finds no face in noise', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const size = { width: fewOrAll(320, 640), height: fewOrAll(240, 480) }
    const create = { ...size, channels: 3 as const, background: '#888', noise }
    const bytes = await sharp({ create }).png().toBuffer()
    expect(await detectFaces(await open(bytes), vision)).toEqual([])
  })
})

it('ends the search when the checkpoint throws', async () => {
  let calls = 0
  const stop = async (): Promise<void> => {
    if (++calls === 3) throw new Error('enough')
  }
  await expect(detectFaces(picture, vision, stop)).rejects.toThrow('enough')
  expect(calls).toBe(3)
})
