import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, henrik } from '../../../../samples/people.ts'
import type { DrawnScene } from '../../../../samples/scene.ts'
import { twoPeople } from '../../../../samples/two-people.ts'
import { fewOrAll, sampled } from '../../../setup/sampled.ts'
import { LIMITS } from '../../media/paint.ts'
import { warmVision } from '../../warm-vision.ts'
import { agreementOf } from '../agreement.ts'

/** Of the two who touch, against a picture of 1400 x 1050 pixels. */
const SCALE = fewOrAll(0.5, 1)

let vision: Vision
let scene: DrawnScene
let picture: Picture
let bodies: Body[]

async function open(bytes: Uint8Array) {
  return (await openPicture(bytes, LIMITS)).picture
}

beforeAll(async () => {
  vision = await warmVision()
  scene = await twoPeople()
  picture = await open(scene.png)
  bodies = await detectBodies(picture, vision)
})

describe('two people who stand apart', () => {
  it('are found from left to right, in boxes within 12 pixels of the truth', () => {
    expect(bodies).toHaveLength(2)
    for (const [n, { box, score }] of bodies.entries()) {
      const truth = scene.truth.people[n]!.box
      expect(score).toBeGreaterThan(0.9)
      for (const side of ['left', 'top', 'width', 'height'] as const) {
        expect(Number.isInteger(box[side])).toBe(true)
        expect(Math.abs(box[side] - truth[side]), `${side} of ${n}`).toBeLessThan(12)
      }
    }
  })

  it('have landmarks at their joints, with left and right their own', () => {
    for (const [n, { landmarks }] of bodies.entries()) {
      expect(landmarks).toHaveLength(33)
      const { joints } = scene.truth.people[n]!
      const shoulders = Math.abs(joints.leftShoulder!.x - joints.rightShoulder!.x)
      for (const [name, truth] of Object.entries(joints)) {
        const found = landmarks[BODY[name as keyof typeof BODY]]!
        const off = Math.hypot(found.x - truth.x, found.y - truth.y) / shoulders
        expect(off, `${name} of ${n}`).toBeLessThan(0.2)
        expect(found.visibility, name).toBeGreaterThan(0.5)
        expect(found.presence, name).toBeGreaterThan(0.5)
      }
    }
  })

  it('have masks with an IoU above 0.97 to the truth', () => {
    for (const [n, { mask }] of bodies.entries()) {
      expect(mask).toMatchObject({ width: picture.width, height: picture.height })
      const truth = scene.truth.people[n]!.mask.data
      expect(agreementOf(mask.data, truth)).toBeGreaterThan(0.97)
    }
  })

  it('swap order and sides when the picture is mirrored', async () => {
    const half = sharp(scene.png).flop().resize(700)
    const mirrored = await detectBodies(await open(await half.png().toBuffer()), vision)
    expect(mirrored).toHaveLength(2)
    for (const [n, body] of mirrored.entries()) {
      const before = bodies[1 - n]!
      const right = before.box.left + before.box.width
      expect(Math.abs(body.box.left - (picture.width - right) / 2)).toBeLessThan(6)
      const wrist = body.landmarks[BODY.leftWrist]!.x
      const other = picture.width - before.landmarks[BODY.rightWrist]!.x
      expect(Math.abs(wrist - other / 2)).toBeLessThan(6)
    }
  })

  it('are found identically a second time', async () => {
    expect(await detectBodies(picture, vision)).toEqual(bodies)
  })

  it('are found on a transparent background', async () => {
    const masks = scene.truth.people.map(({ mask }) => mask.data)
    const half = await open(await sharp(scene.png).resize(700).png().toBuffer())
    for (let at = 0; at < half.width * half.height; at++) {
      const there = 2 * (at % half.width) + 2 * Math.floor(at / half.width) * picture.width
      half.data[at * 4 + 3] = Math.max(masks[0]![there]!, masks[1]![there]!)
    }
    const found = await detectBodies(half, vision)
    expect(found.map(({ box }) => Math.round(box.left / 10))).toEqual(
      bodies.map(({ box }) => Math.round(box.left / 20)),
    )
  })
})

describe('two people who touch', () => {
  const GAPS = [
    [160, 0.85],
    [260, 0.94],
  ] as const
  it.each(sampled(1, GAPS))(
    'are separated at %i of 1400 pixels between their middles',
    async (gap, agreement) => {
      const pair = await drawPeople({
        width: 1400 * SCALE,
        height: 1050 * SCALE,
        seed: 3,
        room: ROOM,
        people: [
          { ...henrik, at: { x: (700 - gap / 2) * SCALE, y: 990 * SCALE }, height: 850 * SCALE },
          { ...amara, at: { x: (700 + gap / 2) * SCALE, y: 1000 * SCALE }, height: 760 * SCALE },
        ],
      })
      const found = await detectBodies(await open(pair.png), vision)
      expect(found).toHaveLength(2)
      for (const [n, { mask, landmarks }] of found.entries()) {
        const truth = pair.truth.people[n]!
        expect(agreementOf(mask.data, truth.mask.data)).toBeGreaterThan(agreement)
        const nose = landmarks[BODY.nose]!
        expect(
          Math.hypot(nose.x - truth.joints['nose']!.x, nose.y - truth.joints['nose']!.y),
        ).toBeLessThan(25 * SCALE)
      }
    },
  )
})

describe('pictures without people', () => {
  it.each([
    ['a single pixel', 1, 1],
    ['a line', 2048, 1],
    ['a plain wall', 640, 480],
  ])('finds nobody in %s', async (_, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4).fill(180)
    expect(await detectBodies({ width, height, data }, vision)).toEqual([])
  })

  it('finds nobody in noise', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const bytes = await sharp({
      create: { width: 640, height: 480, channels: 3, background: '#888', noise },
    })
      .png()
      .toBuffer()
    expect(await detectBodies(await open(bytes), vision)).toEqual([])
  })
})

describe('somebody whose face a telephone hides', () => {
  /** Somebody large in a small picture, for a detector that is as sure of them as of a face behind a telephone. */
  async function foundAt(score: number, person = true) {
    const people = person ? [{ ...henrik, at: { x: 180, y: 665 }, height: 650 }] : []
    const { png, truth } = await drawPeople({
      width: 360,
      height: 480,
      seed: 7,
      room: ROOM,
      people,
    })
    const { x, y } = truth.people[0]?.joints['nose'] ?? { x: 180, y: 40 }
    const phone = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="480">' +
        `<rect x="${x - 32}" y="${y - 50}" width="64" height="90" rx="6" fill="#201418"/></svg>`,
    )
    const hidden = await sharp(png)
      .composite([{ input: phone }])
      .png()
      .toBuffer()
    const unsure = {
      run: async (input: Float32Array) => {
        const outputs = await vision.poseDetection.run(input)
        const scores = outputs.reduce((one, other) => (other.length < one.length ? other : one))
        const most = Math.log(score / (1 - score))
        const off = Math.max(0, Math.max(...scores) - most)
        return outputs.map((output) => (output === scores ? output.map((s) => s - off) : output))
      },
    }
    return await detectBodies(await open(hidden), { ...vision, poseDetection: unsure })
  }

  it('is found where the landmarks are sure of them, though the detector is not', async () => {
    const [body, ...others] = await foundAt(0.41)
    expect(others).toEqual([])
    expect(body!.box.height).toBeGreaterThan(400)
  })

  it('is nobody where the detector sees next to nothing, and an empty room has nobody', async () => {
    expect(await foundAt(0.39)).toEqual([])
    expect(await foundAt(0.41, false)).toEqual([])
  })
})

it('ends the search when the checkpoint throws', async () => {
  let calls = 0
  const stop = async (): Promise<void> => {
    if (++calls === 3) throw new Error('enough')
  }
  await expect(detectBodies(picture, vision, stop)).rejects.toThrow('enough')
  expect(calls).toBe(3)
})
