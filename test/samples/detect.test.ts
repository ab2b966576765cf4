import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BODY, type Body } from '../../engine/vision/bodies/body.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { emptyRoom, ROOM } from '../../samples/empty-room.ts'
import { onePerson } from '../../samples/one-person.ts'
import { ines, kofi, maren } from '../../samples/people.ts'
import type { DrawnScene, PersonGroundTruth } from '../../samples/scene.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { warmVision } from '../engine/warm-vision.ts'
import { sampled } from '../setup/sampled.ts'

/** The landmarks that the effects depend on; the others only guide. */
const STEERING = [
  'leftShoulder',
  'rightShoulder',
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
] as const

/** Long sleeves, hair up, curls: looks that the sample pictures do not have, in a room of another colour. */
function threePeople() {
  return drawPeople({
    width: 1500,
    height: 1000,
    seed: 3,
    room: { ...ROOM, wall: '#b9a78f', floor: 830, horizon: 520, plant: false },
    people: [
      { ...kofi, at: { x: 290, y: 960 }, height: 850 },
      { ...maren, at: { x: 760, y: 940 }, height: 760 },
      { ...ines, at: { x: 1210, y: 950 }, height: 800 },
    ],
  })
}

function overlap(found: Body, truth: PersonGroundTruth): number {
  let [both, either] = [0, 0]
  truth.mask.data.forEach((value, i) => {
    const [a, b] = [value > 127, found.mask.data[i]! > 127]
    if (a && b) both++
    if (a || b) either++
  })
  return both / either
}

/** The largest error of these landmarks, as a share of the width of the shoulders. */
function worstJoint(found: Body, { joints }: PersonGroundTruth): number {
  const width = joints['leftShoulder']!.x - joints['rightShoulder']!.x
  const errors = STEERING.map((name) => {
    const [seen, drawn] = [found.landmarks[BODY[name]]!, joints[name]!]
    return Math.hypot(seen.x - drawn.x, seen.y - drawn.y)
  })
  return Math.max(...errors) / width
}

describe('the drawn people, seen by the pose detector', () => {
  let vision: Vision
  beforeAll(async () => {
    vision = await warmVision()
  })
  afterAll(() => vision.close())

  async function see({ png, width, height }: DrawnScene): Promise<Body[]> {
    const data = await sharp(png).ensureAlpha().raw().toBuffer()
    return detectBodies({ width, height, data: new Uint8ClampedArray(data) }, vision)
  }

  it.each(
    sampled(2, [
      ['two people', twoPeople],
      ['one person', () => onePerson()],
      ['three people', threePeople],
    ] as const),
  )('finds %s where they were drawn', async (_, draw) => {
    const scene = await draw()
    const bodies = await see(scene)
    expect(bodies).toHaveLength(scene.truth.people.length)
    bodies.forEach((body, i) => {
      const truth = scene.truth.people[i]!
      expect(overlap(body, truth)).toBeGreaterThan(0.95)
      expect(worstJoint(body, truth)).toBeLessThan(0.12)
    })
  })

  it('finds nobody in the empty room', async () => {
    expect(await see(await emptyRoom())).toEqual([])
  })
})
