import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BODY } from '../../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../../engine/vision/bodies/detect-bodies.ts'
import { segmentPeople } from '../../../engine/vision/bodies/segment-people.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../engine/vision/faces/face.ts'
import { detectHands } from '../../../engine/vision/hands/detect-hands.ts'
import { HAND } from '../../../engine/vision/hands/hand.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { sampled } from '../../setup/sampled.ts'
import { describePhotos, openPhoto } from '../photos.ts'
import { warmVision } from '../warm-vision.ts'
import { agreementOf } from './agreement.ts'
import { OUTLINES } from './outlines.ts'

/** The noses on the group photograph as marked by eye, in source pixels, in the order of the faces. */
const NOSES = [
  [126, 241],
  [197, 315],
  [319, 267],
  [357, 46],
  [411, 325],
  [511, 96],
  [526, 242],
  [625, 150],
  [634, 313],
  [756, 241],
  [811, 112],
  [872, 325],
  [997, 139],
  [995, 226],
  [1130, 303],
  [1174, 98],
  [1197, 219],
  [1305, 109],
  [1341, 302],
  [1393, 238],
  [1439, 103],
  [1499, 299],
  [1617, 247],
  [1623, 101],
  [1731, 307],
  [1744, 26],
  [1808, 254],
  [1821, 101],
  [1887, 333],
] as const

describePhotos('reference photographs', () => {
  let vision: Vision
  beforeAll(async () => {
    vision = await warmVision()
  })
  afterAll(() => vision?.close())

  it('finds landmarks and box of a portrait within 5 pixels of 820 × 1024', async () => {
    const [face, ...more] = await detectFaces(await openPhoto('portrait.jpg'), vision)
    expect(more).toEqual([])
    const seen = [
      [FACE.rightIris[0], 363, 175],
      [FACE.leftIris[0], 450, 174],
      [FACE.rightEye.outer, 345, 178],
      [FACE.leftEye.outer, 467, 176],
      [FACE.rightMouthCorner, 356, 263],
      [FACE.leftMouthCorner, 457, 260],
      [FACE.chin, 405, 346],
    ] as const
    for (const [landmark, x, y] of seen) {
      const found = face!.landmarks[landmark]!
      expect(Math.hypot(found.x - x, found.y - y), `landmark ${landmark}`).toBeLessThan(5)
    }
    const { left, top, width, height } = face!.box
    expect(Math.abs(left - 305)).toBeLessThan(5)
    expect(Math.abs(top - 103)).toBeLessThan(5)
    expect(Math.abs(left + width - 504)).toBeLessThan(5)
    expect(Math.abs(top + height - 347)).toBeLessThan(5)
  })

  it('finds the 29 faces of a group in order, none twice, and nothing else', async () => {
    const faces = await detectFaces(await openPhoto('solvay1927.jpg'), vision)
    expect(faces).toHaveLength(NOSES.length)
    for (const [n, { landmarks, box }] of faces.entries()) {
      const [x, y] = NOSES[n]!
      const nose = landmarks[FACE.noseTip]!
      expect(Math.hypot(nose.x - x, nose.y - y), `nose ${n}`).toBeLessThan(0.15 * box.height)
    }
    expect(Math.abs(faces[20]!.pose.yaw)).toBeGreaterThan(25)
  })

  it('finds the fingertips of two left hands within 20 pixels of 720 × 382', async () => {
    const hands = await detectHands(await openPhoto('hands.jpg'), vision)
    expect(hands.map(({ side }) => side)).toEqual(['left', 'left'])
    const tips = [HAND.thumb[3], HAND.index[3], HAND.middle[3], HAND.ring[3], HAND.little[3]]
    const seen = [
      [326, 206, 258, 52, 186, 18, 124, 36, 70, 88],
      [394, 178, 462, 328, 534, 364, 594, 344, 652, 292],
    ]
    for (const [n, { landmarks }] of hands.entries()) {
      for (const [finger, tip] of tips.entries()) {
        const x = seen[n]![finger * 2]!
        const y = seen[n]![finger * 2 + 1]!
        const found = landmarks[tip]!
        expect(Math.hypot(found.x - x, found.y - y), `finger ${finger} of ${n}`).toBeLessThan(20)
      }
    }
  })

  it.each(
    sampled(1, [
      ['three_people.jpg', ['left', 'right']],
      ['obama.jpg', ['right']],
    ] as const),
  )('finds these hands on %s: %s', async (name, sides) => {
    const hands = await detectHands(await openPhoto(name), vision)
    expect(hands.map(({ side }) => side)).toEqual(sides)
  })

  it.each([
    ['portrait.jpg', 0.97],
    ['pose.jpg', 0.94],
  ] as const)(
    'segments the person on %s with an IoU above %f to an outline drawn by eye',
    async (name, least) => {
      const picture = await openPhoto(name)
      const { data } = await segmentPeople(picture, vision)
      const size = `width="${picture.width}" height="${picture.height}"`
      const shape = `<polygon points="${OUTLINES[name].trim()}" fill="#fff"/>`
      const art = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shape}</svg>`
      const truth = await sharp(Buffer.from(art)).flatten().greyscale().raw().toBuffer()
      expect(agreementOf(data, truth)).toBeGreaterThan(least)
    },
  )

  it.each(sampled(1, ['coffee.png', 'brick.png']))(
    'finds neither faces nor hands nor people on %s',
    async (name) => {
      const picture = await openPhoto(name)
      expect(await detectFaces(picture, vision)).toEqual([])
      expect(await detectHands(picture, vision)).toEqual([])
      expect((await segmentPeople(picture, vision)).data.some((value) => value > 0)).toBe(false)
    },
  )

  it('finds the joints of a person in a lunge within 12 pixels of 1000', async () => {
    const [body, ...others] = await detectBodies(await openPhoto('pose.jpg'), vision)
    expect(others).toEqual([])
    const seen = {
      nose: [462, 285],
      leftShoulder: [545, 320],
      rightShoulder: [450, 326],
      leftWrist: [698, 315],
      rightWrist: [299, 307],
      rightKnee: [356, 491],
      leftAnkle: [699, 613],
      rightAnkle: [349, 608],
    } as const
    for (const [name, [x, y]] of Object.entries(seen)) {
      const found = body!.landmarks[BODY[name as keyof typeof seen]]!
      expect(Math.hypot(found.x - x, found.y - y), name).toBeLessThan(12)
    }
    expect(Math.abs(body!.box.left - 246)).toBeLessThan(8)
    expect(Math.abs(body!.box.left + body!.box.width - 752)).toBeLessThan(8)
  })

  it.each(sampled(1, ['astronaut.png', 'portrait.jpg', 'obama.jpg']))(
    'finds one person on %s',
    async (name) => {
      expect(await detectBodies(await openPhoto(name), vision)).toHaveLength(1)
    },
  )

  it('finds three people who overlap, the one who sits in front by his face', async () => {
    const bodies = await detectBodies(await openPhoto('three_people.jpg'), vision)
    const noses = bodies.map(({ landmarks }) => landmarks[BODY.nose]!)
    const seen = [
      [183, 150],
      [388, 470],
      [883, 148],
    ]
    expect(noses).toHaveLength(3)
    for (const [n, [x, y]] of seen.entries()) {
      expect(Math.hypot(noses[n]!.x - x!, noses[n]!.y - y!), `nose ${n}`).toBeLessThan(30)
    }
  })

  it.each(sampled(1, ['hands.jpg', 'coffee.png', 'brick.png']))(
    'finds no body on %s',
    async (name) => {
      expect(await detectBodies(await openPhoto(name), vision)).toEqual([])
    },
  )
})
