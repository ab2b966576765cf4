import type { EarringParameter } from '../../catalog/2d-vto-earring.ts'
import type { NecklaceParameter } from '../../catalog/2d-vto-necklace.ts'
import { requireHand } from '../../engine/effects/2d-vto-bracelet/require-hand.ts'
import {
  requireBare,
  requireWrist,
  USUAL_PLACE,
} from '../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import { wristsIn } from '../../engine/effects/2d-vto-bracelet/wrists-in.ts'
import { wearEarrings } from '../../engine/effects/2d-vto-earring/earring.ts'
import { earsIn } from '../../engine/effects/2d-vto-earring/ears-in.ts'
import { findEarlobe } from '../../engine/effects/2d-vto-earring/find-earlobe.ts'
import { findNeck } from '../../engine/effects/2d-vto-necklace/find-neck.ts'
import { wearNecklaces } from '../../engine/effects/2d-vto-necklace/necklace.ts'
import { necksIn } from '../../engine/effects/2d-vto-necklace/necks-in.ts'
import { readWorn } from '../../engine/jewellery/worn/read-worn.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { readProduct } from '../../engine/product/read-product.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { findHeadRegions, type HeadRegions } from '../../engine/regions/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { detectHands } from '../../engine/vision/hands/detect-hands.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { productNamed } from '../../samples/all-products.ts'
import type { DrawnBust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { armNumbered, wearerNumbered } from '../../samples/wearers.ts'
import { WORN_PRODUCTS } from '../../samples/worn-products.ts'
import { cutOutOverlap } from '../engine/jewellery/cut-out-overlap.ts'

const COUNT = 24

/** Every third person is held out: nothing was tuned on it. */
const isHeldOut = (number: number): boolean => number % 3 === 2

/** What is measured of one person: a share in per cent, or degrees; undefined where the engine refused. */
type Measures = Record<string, number | string | undefined>

/** How far from where they belong earrings, necklaces and bracelets are put on drawn people. */
export async function placement(flags: readonly string[]): Promise<void> {
  const vision = await openVision()
  const seed = flags.includes('--others') ? 500 : 0
  await table('ears and necks: % of the face’s width, degrees', seed, (n) => measureHead(n, vision))
  await table('wrists: % of the hand’s length, degrees', seed, (n) => measureArm(n, vision))
  await wornTable(vision)
  vision.close()
}

const PLACES = { earring: earsIn, necklace: necksIn, bracelet: wristsIn }

/** Prints the overlap of pieces cut out of pictures of people who wear them with what was drawn. */
async function wornTable(vision: Vision): Promise<void> {
  console.log('\ncut out of who wears it: overlap with what was drawn')
  for (const { name, kind, draw } of WORN_PRODUCTS) {
    const { png, alpha } = await draw()
    const picture = await decodePicture(png)
    const places = await PLACES[kind](picture, vision)
    let note = ''
    const read = attempt(
      () => readWorn(picture, places, { index: 0, kind }),
      (words) => {
        note = words
      },
    )
    print(`${kind} ${name}`.padEnd(20), [
      read && cutOutOverlap(read.product, alpha, picture.width),
      note,
    ])
  }
}

async function table(
  title: string,
  seed: number,
  measure: (number: number) => Promise<Measures>,
): Promise<void> {
  console.log(`\n${title}`)
  const rows: { heldOut: boolean; measures: Measures }[] = []
  for (let number = seed; number < seed + COUNT; number++) {
    const measures = await measure(number)
    if (rows.length === 0) print('', Object.keys(measures))
    rows.push({ heldOut: isHeldOut(number), measures })
    print(`${number}${isHeldOut(number) ? ', held out' : ''}`, Object.values(measures))
  }
  for (const heldOut of [false, true]) {
    const own = rows.filter((row) => row.heldOut === heldOut)
    const names = Object.keys(own[0]!.measures)
    const values = (name: string): number[] =>
      own.flatMap(({ measures }) => {
        const value = measures[name]
        return typeof value === 'number' ? [Math.abs(value)] : []
      })
    const head = heldOut ? 'held out' : 'others'
    print(
      `${head}, worst`,
      names.map((name) => worst(name, values(name))),
    )
    print(
      `${head}, n`,
      names.map((name) => values(name).length),
    )
  }
}

/** Of overlaps the least is the worst. */
function worst(name: string, values: readonly number[]): number {
  return name.endsWith('IoU') ? Math.min(...values) : Math.max(...values)
}

function print(head: string, cells: readonly (number | string | undefined)[]): void {
  const text = cells.map((cell) =>
    (typeof cell === 'number' ? cell.toFixed(2) : (cell ?? '-')).padStart(13),
  )
  console.log(head.padEnd(16) + text.join(''))
}

async function measureHead(number: number, vision: Vision): Promise<Measures> {
  const drawn = await wearerNumbered(number)
  const picture = await decodePicture(drawn.png)
  const [face] = await detectFaces(picture, vision)
  if (!face) return { note: 'no face' }
  const regions = await findHeadRegions(picture, face, vision)
  const { lobes, neck, faceWidth } = drawn.worn
  const lobe = (side: 'left' | 'right'): number | string => {
    const found = findEarlobe(face, regions, side)
    return found.hiddenBy === 'nothing'
      ? (100 * Math.hypot(found.at.x - lobes[side].x, found.at.y - lobes[side].y)) / faceWidth
      : found.hiddenBy
  }
  const found = attempt(() => findNeck(regions))
  // Left and right of a neck are those of the picture.
  const off = found && {
    across: Math.max(Math.abs(found.left.x - neck.right.x), Math.abs(found.right.x - neck.left.x)),
    down: (found.left.y + found.right.y) / 2 - neck.left.y,
    angle: Math.atan2(found.right.y - found.left.y, found.right.x - found.left.x),
  }
  const hair = await drawn.hair
  const wearer = { picture, face, regions }
  return {
    'lobe right': lobe('right'),
    'lobe left': lobe('left'),
    'neck across': off && (100 * off.across) / faceWidth,
    'neck down': off && (100 * off.down) / faceWidth,
    'neck angle': off && (off.angle * 180) / Math.PI,
    'earring IoU':
      drawn.look.hairCut === 'long' ? await earringOverlap(wearer, drawn.worn, hair) : undefined,
    'necklace IoU':
      drawn.look.hairCut === 'long' ? await necklaceOverlap(wearer, drawn.worn, hair) : undefined,
    look: `${drawn.look.hairCut} ${drawn.look.top!.cut}`,
  }
}

type Wearer = Parameters<typeof wearEarrings>[0]

/** The overlap of the hidden part of an earring beside the lobe with the part that lies behind drawn hair. */
async function earringOverlap(
  wearer: Wearer,
  { lobes: { left: lobe }, faceWidth }: DrawnBust['worn'],
  hair: Uint8Array,
) {
  const product = await cutOut('drop')
  const wear = (type: 1 | 2): Picture => {
    const parameter: EarringParameter = {
      earring_need_remove_background: true,
      earring_is_right_ear: false,
      earring_occluded_type: type,
      earring_shadow_intensity: 0,
      earring_ambient_light_intensity: 0,
      earring_wearing_location: [Math.round(lobe.x + 0.2 * faceWidth), Math.round(lobe.y)],
      earring_scale: 8,
    }
    return wearEarrings(wearer, [{ product, parameter, index: 0 }], () => 1)
  }
  return attempt(() => overlap(wearer.picture, wear(2), wear(1), hair))
}

/** The same of a necklace that long hair falls over. */
async function necklaceOverlap(
  wearer: Wearer,
  { neck: { left }, faceWidth }: DrawnBust['worn'],
  hair: Uint8Array,
) {
  const product = await cutOut('medallion')
  const wear = (regions: HeadRegions): Picture => {
    const parameter: NecklaceParameter = {
      necklace_need_remove_background: true,
      necklace_shadow_intensity: 0,
      necklace_ambient_light_intensity: 0,
      necklace_wearing_location: [
        [Math.round(left.x - 0.34 * faceWidth), Math.round(left.y - 0.3 * faceWidth)],
        [Math.round(left.x + 0.08 * faceWidth), Math.round(left.y - 0.3 * faceWidth)],
      ],
    }
    return wearNecklaces({ ...wearer, regions }, [{ product, parameter, index: 0 }], () => 1)
  }
  const none = new Float32Array(wearer.regions.hair.length)
  return attempt(() => {
    const all = wear({ ...wearer.regions, hair: none, cloth: none })
    return overlap(wearer.picture, all, wear({ ...wearer.regions, cloth: none }), hair)
  })
}

function overlap(before: Picture, all: Picture, part: Picture, hair: Uint8Array) {
  const change = (picture: Picture, at: number): number =>
    [0, 1, 2].reduce(
      (sum, c) => sum + Math.abs(picture.data[at * 4 + c]! - before.data[at * 4 + c]!),
      0,
    )
  let [both, either] = [0, 0]
  for (let at = 0; at < hair.length; at++) {
    const own = change(all, at)
    if (own < 60) continue
    const [isHidden, isBehind] = [change(part, at) < 0.5 * own, hair[at]! >= 128]
    if (isHidden || isBehind) either++
    if (isHidden && isBehind) both++
  }
  return either < 100 ? undefined : both / either
}

async function cutOut(name: string) {
  const png = await drawProduct(productNamed(name), { scale: 1 })
  return readProduct(await decodePicture(png), { removeBackground: true, index: 0 })
}

async function measureArm(number: number, vision: Vision): Promise<Measures> {
  const drawn = await armNumbered(number)
  const picture = await decodePicture(drawn.png)
  const { joint, along, hand: length, width } = drawn.worn
  const look = drawn.look.top!.cut
  const hands = await detectHands(picture, vision)
  let note = look as string
  const found = attempt(
    () => {
      const wrist = requireWrist(picture, requireHand(hands))
      requireBare(wrist, USUAL_PLACE)
      return wrist
    },
    (words) => {
      note += `  ${words.slice(0, 60)}`
    },
  )
  if (!found)
    return { joint: undefined, across: undefined, angle: undefined, width: undefined, note }
  const [dx, dy] = [found.joint.x - joint.x, found.joint.y - joint.y]
  const cosine = found.along.x * along.x + found.along.y * along.y
  const [low, high] = found.edgesAt(0.2 * found.breadth)
  return {
    joint: (100 * Math.hypot(dx, dy)) / length,
    across: (100 * (dy * along.x - dx * along.y)) / length,
    angle: (Math.acos(Math.min(1, cosine)) * 180) / Math.PI,
    width: (100 * (high - low - width)) / length,
    note,
  }
}

function attempt<T>(measure: () => T, told: (words: string) => void = () => {}): T | undefined {
  try {
    return measure()
  } catch (error) {
    told((error as Error).message)
    return undefined
  }
}
