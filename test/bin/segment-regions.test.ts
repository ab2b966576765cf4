import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SegmentedRegions, segmentRegions } from '../../bin/pictures/segment-regions.ts'
import type { Point } from '../../engine/geometry/point.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { separatePeople } from '../../engine/regions/person/separate-people.ts'
import { REGION_NAMES, type RegionName } from '../../engine/regions/region-names.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { ROOM } from '../../samples/empty-room.ts'
import { amara, henrik, ines, maren } from '../../samples/people.ts'
import type { DrawnScene, Person } from '../../samples/scene.ts'
import { warmVision } from '../engine/warm-vision.ts'
import { fewOrAll, isEveryCaseTried } from '../setup/sampled.ts'

/** Of pictures of 1400 x 1050 pixels. */
const SCALE = fewOrAll(0.6, 1)

let vision: Vision
beforeAll(async () => {
  vision = await warmVision()
})
afterAll(() => vision.close())

type Drawn = Omit<Person, 'at' | 'height'>

function standing(...people: [who: Drawn, x: number, y: number, height: number][]) {
  return drawPeople({
    width: 1400 * SCALE,
    height: 1050 * SCALE,
    seed: 7,
    room: ROOM,
    people: people.map(([who, x, y, height]) => ({
      ...who,
      at: { x: x * SCALE, y: y * SCALE },
      height: height * SCALE,
    })),
  })
}

/** Which regions of which people have a point of the picture. */
function at({ people }: SegmentedRegions, { x, y }: Point): [person: number, RegionName][] {
  return people.flatMap(({ grid, shares }, person) => {
    const column = Math.floor((x - grid.area.left) / grid.scale)
    const row = Math.floor((y - grid.area.top) / grid.scale)
    if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) return []
    return REGION_NAMES.filter((name) => shares[name][row * grid.width + column]! > 0.5).map(
      (name): [number, RegionName] => [person, name],
    )
  })
}

function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
}

function jointsOf({ truth }: DrawnScene, person: number): Record<string, Point> {
  return truth.people[person]!.joints
}

test.runIf(isEveryCaseTried())(
  'three people apart have their own regions, each of them told with confidence',
  async () => {
    const scene = await standing(
      [henrik, 260, 1000, 800],
      [ines, 700, 980, 760],
      [amara, 1120, 990, 780],
    )
    const found = await segmentRegions(await decodePicture(scene.png), vision)
    expect(found.people).toHaveLength(3)
    for (const person of [0, 1, 2]) {
      const joints = jointsOf(scene, person)
      expect(at(found, joints['nose']!)).toEqual([[person, 'face-skin']])
      const side = between(joints['leftShoulder']!, joints['leftHip']!, 0.5)
      expect(at(found, side)).toEqual([[person, 'upper-garment']])
      const thigh = between(joints['leftHip']!, joints['leftKnee']!, 0.6)
      expect(at(found, thigh)).toEqual([[person, 'lower-garment']])
      const { confidence } = found.people[person]!
      for (const name of ['hair', 'face-skin', 'upper-garment', 'lower-garment'] as const)
        expect(confidence[name], `${person} ${name}`).toBeGreaterThan(0.7)
    }
  },
)

test('of two people before one another each pixel is one’s, that of the face the nearer one’s', async () => {
  const scene = await standing([henrik, 640, 960, 860], [maren, 800, 1030, 700])
  const picture = await decodePicture(scene.png)
  const bodies = await detectBodies(picture, vision)
  expect(bodies).toHaveLength(2)
  const shared = (of: typeof bodies): number =>
    of[0]!.mask.data.filter((level, i) => level > 0 && of[1]!.mask.data[i]! > 0).length
  expect(shared(bodies)).toBeGreaterThan(1000 * SCALE ** 2)
  expect(shared(separatePeople(bodies, picture))).toBe(0)
  const found = await segmentRegions(picture, vision)
  const joints = jointsOf(scene, 1)
  const front = bodies[0]!.landmarks[0]!.y > bodies[1]!.landmarks[0]!.y ? 0 : 1
  expect(at(found, joints['nose']!)).toEqual([[front, 'face-skin']])
  for (const side of ['left', 'right']) {
    const trunk = between(joints[`${side}Shoulder`]!, joints[`${side}Hip`]!, 0.5)
    expect(at(found, trunk), side).toEqual([[front, 'upper-garment']])
  }
})
