import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPicture } from '../../../engine/media/open-picture.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { segmentPeople } from '../../../engine/vision/bodies/segment-people.ts'
import { detectFaces } from '../../../engine/vision/faces/detect-faces.ts'
import { FACE } from '../../../engine/vision/faces/face.ts'
import { detectHands } from '../../../engine/vision/hands/detect-hands.ts'
import { HAND } from '../../../engine/vision/hands/hand.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../../engine/vision/vision.ts'
import { LIMITS } from '../media/paint.ts'
import { OUTLINES } from './outlines.ts'

/** Photographs that stay outside the project; without them there is nothing to test here. */
const PHOTOS = fileURLToPath(new URL('../../../../shared/photos/', import.meta.url))

/** Where the eye sees noses on the group photograph, from left to right by the faces' middles. */
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

describe.skipIf(!existsSync(PHOTOS))('reference photographs', () => {
  let vision: Vision
  beforeAll(async () => {
    vision = await openVision()
  })
  afterAll(() => vision?.close())

  const open = async (name: string): Promise<Picture> =>
    (await openPicture(readFileSync(PHOTOS + name), LIMITS)).picture

  it('a portrait: landmarks and box within 5 pixels of 820 × 1024', async () => {
    const [face, ...more] = await detectFaces(await open('portrait.jpg'), vision)
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

  it('29 people in three rows: every face, none twice, nothing else, in order', async () => {
    const faces = await detectFaces(await open('solvay1927.jpg'), vision)
    expect(faces).toHaveLength(NOSES.length)
    for (const [n, { landmarks, box }] of faces.entries()) {
      const [x, y] = NOSES[n]!
      const nose = landmarks[FACE.noseTip]!
      expect(Math.hypot(nose.x - x, nose.y - y), `nose ${n}`).toBeLessThan(0.15 * box.height)
    }
    expect(Math.abs(faces[20]!.pose.yaw)).toBeGreaterThan(25)
  })

  it('two hands: fingertips within 20 pixels of 720 × 382, both of them left ones', async () => {
    const hands = await detectHands(await open('hands.jpg'), vision)
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

  it.each([
    ['three_people.jpg', ['left', 'right']],
    ['obama.jpg', ['right']],
  ])('%s shows these hands: %s', async (name, sides) => {
    const hands = await detectHands(await open(name), vision)
    expect(hands.map(({ side }) => side)).toEqual(sides)
  })

  it.each([
    ['portrait.jpg', 0.97],
    ['pose.jpg', 0.94],
  ] as const)(
    'the mask of the person on %s agrees with an outline drawn by eye to %f',
    async (name, least) => {
      const picture = await open(name)
      const { data } = await segmentPeople(picture, vision)
      const size = `width="${picture.width}" height="${picture.height}"`
      const shape = `<polygon points="${OUTLINES[name].trim()}" fill="#fff"/>`
      const art = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shape}</svg>`
      const truth = await sharp(Buffer.from(art)).flatten().greyscale().raw().toBuffer()
      let both = 0
      let either = 0
      for (const [at, value] of data.entries()) {
        const [mask, drawn] = [value > 127, truth[at]! > 127]
        if (mask && drawn) both++
        if (mask || drawn) either++
      }
      expect(both / either).toBeGreaterThan(least)
    },
  )

  it.each(['coffee.png', 'brick.png'])(
    '%s holds neither faces nor hands nor people',
    async (name) => {
      const picture = await open(name)
      expect(await detectFaces(picture, vision)).toEqual([])
      expect(await detectHands(picture, vision)).toEqual([])
      expect((await segmentPeople(picture, vision)).data.some((value) => value > 0)).toBe(false)
    },
  )
})
