import sharp from 'sharp'
import { openPicture } from '../../../../engine/media/open-picture.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'
import { drawPeople } from '../../../../samples/draw-people.ts'
import { ROOM } from '../../../../samples/empty-room.ts'
import { amara, kofi, maren } from '../../../../samples/people.ts'
import type { PersonGroundTruth, Scene } from '../../../../samples/scene.ts'
import { LIMITS } from '../../media/paint.ts'

/**
 * A drawn scene with the bodies that a detector finds, and the same room without people. `gap` is the narrowest one in
 * question: pixels, negative where people overlap.
 */
export type Contact = { picture: Picture; room: Picture; bodies: Body[]; gap: number }

/** Pixels of a picture per pixel of the masks that networks give, on a person of this size. */
const MASK_PIXELS = 5

/** Two women beside each other, the middles of their bodies so many pixels apart; the right one stands in front. */
export async function pairApart(apart: number): Promise<Contact> {
  const { people, ...drawn } = await draw([
    { ...maren, at: { x: 300 - apart / 2, y: 740 }, height: 640 },
    { ...amara, at: { x: 300 + apart / 2, y: 735 }, height: 620 },
  ])
  const [behind, front] = people as [PersonGroundTruth, PersonGroundTruth]
  const shown = behind.mask.data.map((value, i) => Math.min(value, 255 - front.mask.data[i]!))
  const masks = [{ ...behind.mask, data: shown }, front.mask]
  const bodies = await Promise.all(people.map((person, i) => bodyOf(person, masks[i]!)))
  return { ...drawn, bodies, gap: gapBetween(people) }
}

/** One person whose arms hang at an angle in degrees; the gap is the one between arm and waist, 0 where they touch. */
export async function armsAt(angle: number, who: 'maren' | 'kofi'): Promise<Contact> {
  const model = { maren, kofi }[who]
  const bend = 0.35 * angle
  const pose = {
    ...model.pose,
    leftArm: angle,
    rightArm: angle,
    leftElbow: bend,
    rightElbow: bend,
  }
  const { people, ...drawn } = await draw([{ ...model, pose, at: { x: 300, y: 745 }, height: 680 }])
  const person = people[0]!
  return { ...drawn, bodies: [await bodyOf(person, person.mask)], gap: gapAtWaist(person) }
}

const room = { ...ROOM, floor: 640, horizon: 430, plant: false }
const scene = { width: 600, height: 800, seed: 5, room }
const open = async (png: Buffer) => (await openPicture(png, LIMITS)).picture

let drawingRoom: Promise<Picture> | undefined

function emptyRoom(): Promise<Picture> {
  drawingRoom ??= drawPeople({ ...scene, people: [] }).then(({ png }) => open(png))
  return drawingRoom
}

async function draw(people: Scene['people']) {
  const { png, truth } = await drawPeople({ ...scene, people })
  return { picture: await open(png), room: await emptyRoom(), people: truth.people }
}

/** A body as a network finds it: the true joints, and a mask that is coarse, so that it bridges narrow gaps. */
async function bodyOf({ box, joints }: PersonGroundTruth, mask: Mask): Promise<Body> {
  const { width, height } = mask
  const landmarks: Body['landmarks'] = Array.from({ length: 33 }, () => ({
    x: 0,
    y: 0,
    z: 0,
    visibility: 0,
    presence: 0,
  }))
  for (const [name, index] of Object.entries(BODY)) {
    const joint = joints[name]
    if (joint) landmarks[index] = { ...joint, z: 0, visibility: 0.99, presence: 0.99 }
  }
  return { box, score: 0.97, landmarks, mask: { width, height, data: await coarsen(mask) } }
}

async function coarsen({ width, height, data }: Mask): Promise<Uint8Array> {
  const [columns, rows] = [Math.ceil(width / MASK_PIXELS), Math.ceil(height / MASK_PIXELS)]
  const small = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize(columns, rows, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const coarse = await sharp(small, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return new Uint8Array(coarse)
}

/** The narrowest gap between two masks in any row, from the right edge of one to the left edge of the other. */
function gapBetween([one, other]: PersonGroundTruth[]): number {
  const { width, height } = one!.mask
  let least = width
  for (let y = 0; y < height; y++) {
    const right = rowOf(one!, y).lastIndexOf(true)
    const left = rowOf(other!, y).indexOf(true)
    if (right >= 0 && left >= 0) least = Math.min(least, left - right - 1)
  }
  return least
}

/** The width of the first gap from the left in the row of the waist; 0 where arm and waist touch. */
function gapAtWaist(person: PersonGroundTruth): number {
  const row = rowOf(person, Math.round(person.waist.y))
  const begins = row.indexOf(false, row.indexOf(true))
  const ends = row.indexOf(true, begins)
  return ends < 0 ? 0 : ends - begins
}

function rowOf({ mask }: PersonGroundTruth, y: number): boolean[] {
  return Array.from(mask.data.subarray(y * mask.width, (y + 1) * mask.width), (v) => v > 127)
}
