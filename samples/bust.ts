import sharp from 'sharp'
import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { FACE_OUTLINE } from './face.ts'
import { frontHair } from './hair.ts'
import { HEAD_PIVOT, hairBehind, neck } from './head.ts'
import { amara, henrik, ines, kofi, maren } from './people.ts'
import type { DrawnScene, Person, Point } from './scene.ts'
import { LANDMARK_HEIGHT, sideOf } from './skeleton.ts'
import { createSvgContext } from './svg.ts'
import { top } from './top.ts'

const SITTERS = { henrik, amara, ines, kofi, maren } as const

/** Who sits for a bust. */
export type SitterName = keyof typeof SITTERS

/** A drawn head with neck and shoulders, and where jewellery is worn on it. Left and right are the person's. */
export type DrawnBust = DrawnScene & {
  worn: {
    /** Where an earring is fixed: the middle of each lobe, a little above its lower end. */
    lobes: { left: Point; right: Point }
    /** The diameter of the irises and the width of the face, pixels. */
    iris: number
    faceWidth: number
    /** Where the neck turns into the shoulders: its edges, and the lowest bare skin between the collar's edges. */
    neck: { left: Point; right: Point; width: number }
  }
  /** The hair that shows, one byte a pixel, 255 where it hides what is behind. */
  hair: Promise<Uint8Array>
}

/** How a bust is drawn. */
type BustOptions = {
  width?: number
  height?: number
  /** The width of the face as a share of the picture's. */
  face?: number
  tilt?: number
  look?: Partial<Person['look']>
}

/** The half width of the face's outline, and the lobe's hole, in the units of a figure. */
const FACE_HALF_WIDTH = 34.5
const LOBE = { x: 35.4, y: 65 } as const
const IRIS_RADIUS = 3.9

/** Draws one of the sample people from the chest up. */
export async function bust(name: SitterName, options: BustOptions = {}): Promise<DrawnBust> {
  const { width = 800, height = 900, face = 0.3 } = options
  const model = SITTERS[name]
  const scale = (face * width) / (2 * FACE_HALF_WIDTH)
  const tall = scale * LANDMARK_HEIGHT.sole
  const headTilt = options.tilt ?? model.pose.headTilt
  const person: Person = {
    ...model,
    look: { ...model.look, ...options.look },
    pose: { ...model.pose, headTilt },
    at: { x: width / 2, y: 0.1 * height + tall },
    height: tall,
  }
  const room = { ...ROOM, floor: height * 0.98, horizon: height * 0.55, plant: false }
  const scene = await drawPeople({ width, height, seed: 11, room, people: [person] })
  const onto = ({ x, y }: Point): Point => ({
    x: person.at.x + x * scale,
    y: person.at.y - tall + y * scale,
  })
  const lobe = (side: 1 | -1): Point => onto(tilted({ x: side * LOBE.x, y: LOBE.y }, headTilt))
  const { neck: half } = model.build
  const end = (side: 1 | -1): Point => onto({ x: side * half * NECK_END.wider, y: NECK_END.y })
  return {
    ...scene,
    worn: {
      lobes: { left: lobe(1), right: lobe(-1) },
      iris: 2 * IRIS_RADIUS * scale,
      faceWidth: 2 * FACE_HALF_WIDTH * scale,
      neck: { left: end(1), right: end(-1), width: 2 * half * scale },
    },
    get hair() {
      return drawHair(person, scale, { width, height })
    },
  }
}

/** Where a drawn neck is a tenth wider than at its narrowest, in the units of a figure. */
const NECK_END = { y: 112, wider: 1.1 } as const

function tilted({ x, y }: Point, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180
  const down = y - HEAD_PIVOT.y
  return {
    x: HEAD_PIVOT.x + x * Math.cos(turn) - down * Math.sin(turn),
    y: HEAD_PIVOT.y + x * Math.sin(turn) + down * Math.cos(turn),
  }
}

/** The visible hair in white: whatever is drawn over it in black. */
async function drawHair(
  { build, look, pose, at, height: tall }: Person,
  scale: number,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const context = createSvgContext(11)
  const sides = [sideOf(build, pose, 1), sideOf(build, pose, -1)]
  const behind = hairBehind(context, look, pose.headTilt).silhouette
  const body = neck(context, build, look).silhouette + top(context, build, look, sides).silhouette
  const turn = `rotate(${pose.headTilt} ${HEAD_PIVOT.x} ${HEAD_PIVOT.y})`
  const before = frontHair(context, look).silhouette
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>` +
    `<g transform="translate(${at.x} ${at.y - tall}) scale(${scale})"><g fill="#fff">${behind}</g>${body}` +
    `<g transform="${turn}"><path d="${FACE_OUTLINE}"/><g fill="#fff">${before}</g></g></g></svg>`
  const { data } = await sharp(Buffer.from(svg))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Uint8Array(data)
}
