import sharp from 'sharp'
import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { FACE_OUTLINE } from './face.ts'
import { lifted } from './figure.ts'
import { frontHair } from './hair.ts'
import { EAR_ROOT, HEAD_PIVOT, hairBefore, hairBehind, neck } from './head.ts'
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
  /** The same of the top that is worn. */
  cloth: Promise<Uint8Array>
}

/** How a bust is drawn. */
export type BustOptions = {
  width?: number
  height?: number
  /** The width of the face as a share of the picture's. */
  face?: number
  tilt?: number
  look?: Partial<Person['look']>
  build?: Partial<Person['build']>
  /** How much more of the neck shows, in hundredths of a head. */
  lift?: number
  wall?: string
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
  const { tilt: headTilt = model.pose.headTilt, lift = 0, wall = ROOM.wall } = options
  const person: Person = {
    ...model,
    build: { ...model.build, ...options.build },
    look: { ...model.look, ...options.look },
    pose: { ...model.pose, headTilt, headLift: lift },
    at: { x: width / 2, y: 0.1 * height + tall },
    height: tall,
  }
  const room = { ...ROOM, wall, floor: height * 0.98, horizon: height * 0.55, plant: false }
  const scene = await drawPeople({ width, height, seed: 11, room, people: [person] })
  const onto = ({ x, y }: Point): Point => ({
    x: person.at.x + x * scale,
    y: person.at.y - tall + y * scale,
  })
  const { ears = 1 } = person.look
  const lobe = (side: 1 | -1): Point => {
    const x = EAR_ROOT.x + (LOBE.x - EAR_ROOT.x) * ears
    const y = EAR_ROOT.y + (LOBE.y - EAR_ROOT.y) * ears
    const at = tilted({ x: side * x, y }, headTilt)
    return onto({ x: at.x, y: at.y - lift })
  }
  const end = await neckEnd(person)
  return {
    ...scene,
    worn: {
      lobes: { left: lobe(1), right: lobe(-1) },
      iris: 2 * IRIS_RADIUS * scale,
      faceWidth: 2 * FACE_HALF_WIDTH * scale,
      neck: {
        left: onto({ x: end.half, y: end.y }),
        right: onto({ x: -end.half, y: end.y }),
        width: 2 * end.narrowest * scale,
      },
    },
    get hair() {
      return drawRegion(person, scale, { width, height }, 'hair')
    },
    get cloth() {
      return drawRegion(person, scale, { width, height }, 'cloth')
    },
  }
}

/** Pixels of a figure's unit at which a neck's outline is measured, and how much wider it is at its end. */
const FINE = 16
const WIDER = 1.1

/** How far below the chin a neck begins to show its own width. */
const BELOW_CHIN = 5

/** No collar is drawn above this. */
const NO_COLLAR = 110

/** Where the neck that shows is a tenth wider than at its narrowest, or a collar begins before, in a figure's units. */
async function neckEnd({
  build,
  look,
  pose,
}: Person): Promise<{ half: number; y: number; narrowest: number }> {
  const from = LANDMARK_HEIGHT.chin - (pose.headLift ?? 0) + BELOW_CHIN
  const [to, across] = [130, 60]
  const context = createSvgContext(1)
  const sides = [sideOf(build, pose, 1), sideOf(build, pose, -1)]
  const cloth = top(context, build, look, sides).markup.replaceAll(
    /(fill|stroke)="#[0-9a-f]+"/g,
    '$1="#000"',
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across * FINE}" height="${Math.round((to - from) * FINE)}" ` +
    `viewBox="0 ${from} ${across} ${to - from}"><rect x="0" y="0" width="100%" height="200%"/>` +
    `<g fill="#fff">${neck(context, build, look).silhouette}</g>${cloth}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const widths = Array.from({ length: info.height }, (_, row) => {
    const own = data.subarray(row * info.width, (row + 1) * info.width)
    return own.findIndex((level) => level < 128) / FINE
  })
  const cut = widths.findIndex(
    (half, row) => row > FINE * (NO_COLLAR - from) && half < widths[row - FINE]!,
  )
  const shown = widths.slice(0, cut < 0 ? widths.length : cut)
  const narrowest = Math.min(...shown)
  const wide = shown.findIndex(
    (half, row) => row > shown.indexOf(narrowest) && half >= WIDER * narrowest,
  )
  const nth = wide < 0 ? shown.lastIndexOf(Math.max(...shown)) : wide
  return { half: shown[nth]!, y: from + (nth + 0.5) / FINE, narrowest }
}

function tilted({ x, y }: Point, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180
  const down = y - HEAD_PIVOT.y
  return {
    x: HEAD_PIVOT.x + x * Math.cos(turn) - down * Math.sin(turn),
    y: HEAD_PIVOT.y + x * Math.sin(turn) + down * Math.cos(turn),
  }
}

/** The hair or the cloth that shows in white: whatever is drawn over it in black. */
async function drawRegion(
  { build, look, pose, at, height: tall }: Person,
  scale: number,
  { width, height }: { width: number; height: number },
  region: 'hair' | 'cloth',
): Promise<Uint8Array> {
  const context = createSvgContext(11)
  const sides = [sideOf(build, pose, 1), sideOf(build, pose, -1)]
  const behind = lifted(pose, hairBehind(context, look, pose.headTilt)).silhouette
  const bare = neck(context, build, look).silhouette
  const cloth = top(context, build, look, sides).silhouette
  const locks = lifted(pose, hairBefore(context, look, pose.headTilt)).silhouette
  const turn = `rotate(${pose.headTilt} ${HEAD_PIVOT.x} ${HEAD_PIVOT.y})`
  const before = frontHair(context, look).silhouette
  const face = `<g transform="${turn}"><path d="${FACE_OUTLINE}"/><g class="hair">${before}</g></g>`
  const shown = lifted(pose, { markup: '', silhouette: face }).silhouette
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<style>.${region} { fill: #fff }</style><rect width="100%" height="100%"/>` +
    `<g transform="translate(${at.x} ${at.y - tall}) scale(${scale})"><g class="hair">${behind}</g>${bare}` +
    `<g class="cloth">${cloth}</g><g class="hair">${locks}</g>${shown}</g></svg>`
  const { data } = await sharp(Buffer.from(svg))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return new Uint8Array(data)
}
