import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Point } from '../../../../engine/geometry/point.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { findRegions, type PersonRegions } from '../../../../engine/regions/person/find-regions.ts'
import { REGION_NAMES, type RegionName } from '../../../../engine/regions/region-names.ts'
import { detectBodies } from '../../../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../../../engine/vision/faces/detect-faces.ts'
import type { Vision } from '../../../../engine/vision/vision.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { amara } from '../../../../samples/people.ts'
import { regionScene } from '../../../../samples/region-scenes.ts'
import type { Look, Person } from '../../../../samples/scene.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { warmVision } from '../../warm-vision.ts'

let vision: Vision
beforeAll(async () => {
  vision = await warmVision()
})
afterAll(() => vision.close())

type Drawn = { picture: Picture; joints: Record<string, Point> }

/** A drawn woman in shirt and skirt, her arms away from her sides, with another look where one is given. */
async function drawn(look: Partial<Look> = {}): Promise<Drawn> {
  const scene = regionScene(1)
  const [{ at, height }] = scene.people as [Person]
  const clothes: Partial<Look> = {
    hair: '#8f3f1a',
    hairCut: 'curly',
    top: { cut: 'shirt', colour: '#5c7d3a' },
    bottom: { cut: 'skirt', colour: '#c8d3e0' },
    shoes: '#222222',
  }
  const pose = { ...amara.pose, leftArm: 12, rightArm: 35, headTilt: 0 }
  const person = { ...amara, at, height, pose, look: { ...amara.look, ...clothes, ...look } }
  const { png, truth } = await drawPeople({ ...scene, people: [person] })
  return { picture: await decodePicture(png), joints: truth.people[0]!.joints }
}

async function regionsOf(picture: Picture): Promise<PersonRegions> {
  const [body] = await detectBodies(picture, vision)
  const [face] = await detectFaces(picture, vision)
  return findRegions(picture, body!, face)
}

/** The region that has the largest share of a pixel of the picture. */
function regionAt({ grid, shares }: PersonRegions, { x, y }: Point): RegionName {
  const column = Math.floor((x - grid.area.left) / grid.scale)
  const at = Math.floor((y - grid.area.top) / grid.scale) * grid.width + column
  return REGION_NAMES.toSorted((p, q) => shares[q][at]! - shares[p][at]!)[0]!
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
}

/** Multiplies the levels of rows. */
function shade({ data, width }: Picture, from: number, to: number, by: number): void {
  for (let i = 4 * width * Math.round(from); i < 4 * width * Math.round(to); i++) {
    if (i % 4 !== 3) data[i] = Math.round(data[i]! * by)
  }
}

const SIDES = ['left', 'right'] as const

test.runIf(isEveryCaseTried())(
  'bare legs in the sun are skin below a face in the shade',
  async () => {
    const { picture, joints } = await drawn({ skin: '#dba888' })
    shade(picture, 0, joints['leftShoulder']!.y, 0.4)
    const found = await regionsOf(picture)
    for (const side of SIDES) {
      const [knee, ankle] = [joints[`${side}Knee`]!, joints[`${side}Ankle`]!]
      for (const share of [0.5, 0.65, 0.8])
        expect(regionAt(found, between(knee, ankle, share)), `${side} ${share}`).toBe('body-skin')
    }
  },
)

test.runIf(isEveryCaseTried())(
  'sleeves of about the skin’s colour are cloth, and hands are not',
  async () => {
    const { picture, joints } = await drawn({
      skin: '#bf9269',
      top: { cut: 'shirt', colour: '#b5533c' },
    })
    const found = await regionsOf(picture)
    for (const side of SIDES) {
      const [shoulder, elbow] = [joints[`${side}Shoulder`]!, joints[`${side}Elbow`]!]
      const wrist = joints[`${side}Wrist`]!
      for (const share of [0.5, 0.9])
        expect(regionAt(found, between(shoulder, elbow, share)), side).toBe('upper-garment')
      expect(regionAt(found, between(elbow, wrist, 0.5)), side).toBe('upper-garment')
      expect(regionAt(found, between(elbow, wrist, 1.15)), side).toBe('body-skin')
    }
  },
)

describe('a bare midriff', () => {
  test('is skin, and parts a top from a skirt of the same colour', async () => {
    const { picture, joints } = await drawn({
      top: { cut: 'tee', colour: '#c8d3e0' },
      bottom: { cut: 'skirt', colour: '#c8d3e0' },
    })
    const [shoulders, hips] = [
      between(joints['leftShoulder']!, joints['rightShoulder']!, 0.5),
      between(joints['leftHip']!, joints['rightHip']!, 0.5),
    ]
    const cheek = between(joints['nose']!, joints['leftEar']!, 0.35)
    const at = (share: number): Point => between(shoulders, hips, share)
    paintCloth(picture, at(0.55), at(0.75), cheek)
    const found = await regionsOf(picture)
    expect(regionAt(found, at(0.3))).toBe('upper-garment')
    expect(regionAt(found, at(0.65))).toBe('body-skin')
    expect(regionAt(found, at(0.88))).toBe('lower-garment')
  })
})

/** Paints what has the cloth's hue between two heights in another colour of the picture. */
function paintCloth({ data, width }: Picture, from: Point, to: Point, colour: Point): void {
  const skin = 4 * (Math.round(colour.y) * width + Math.round(colour.x))
  for (let y = Math.round(from.y); y < to.y; y++) {
    for (let x = Math.round(from.x) - 60; x < from.x + 60; x++) {
      const i = 4 * (y * width + x)
      const isBluish = data[i + 2]! > data[i]! + 12
      if (isBluish) for (let c = 0; c < 3; c++) data[i + c] = data[skin + c]!
    }
  }
}

test('a bare foot is skin, and a shoe of another colour is none', async () => {
  for (const [shoes, region] of [
    ['#dba888', 'body-skin'],
    ['#222222', 'shoes'],
  ] as const) {
    const { picture, joints } = await drawn({ skin: '#dba888', shoes })
    const found = await regionsOf(picture)
    for (const side of SIDES) {
      const { x, y } = joints[`${side}Ankle`]!
      const toes = { x, y: y + 22 }
      expect(regionAt(found, toes), `${shoes} ${side}`).toBe(region)
    }
  }
})

test.runIf(isEveryCaseTried())(
  'trousers that the picture cuts off above the knees are told',
  async () => {
    const { picture, joints } = await drawn({
      top: { cut: 'tee', colour: '#c8d3e0' },
      bottom: { cut: 'trousers', colour: '#222831' },
    })
    const [hip, knee] = [joints['leftHip']!, joints['leftKnee']!]
    const height = Math.round(between(hip, knee, 0.3).y)
    const cut = { ...picture, height, data: picture.data.slice(0, 4 * picture.width * height) }
    const found = await regionsOf(cut)
    for (const side of SIDES)
      expect(
        regionAt(found, between(joints[`${side}Hip`]!, joints[`${side}Knee`]!, 0.2)),
        side,
      ).toBe('lower-garment')
  },
)
