import { requireHand } from '../../engine/effects/2d-vto-bracelet/require-hand.ts'
import { requireBare, requireWrist } from '../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import { USUAL_PLACE } from '../../engine/effects/2d-vto-bracelet/tuning.ts'
import { wristsIn } from '../../engine/effects/2d-vto-bracelet/wrists-in.ts'
import { earsIn } from '../../engine/effects/2d-vto-earring/ears-in.ts'
import { findEarlobe } from '../../engine/effects/2d-vto-earring/find-earlobe.ts'
import { findNeck } from '../../engine/effects/2d-vto-necklace/find-neck.ts'
import { necksIn } from '../../engine/effects/2d-vto-necklace/necks-in.ts'
import { readWorn } from '../../engine/jewellery/worn/read-worn.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { findHeadRegions } from '../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { detectHands } from '../../engine/vision/hands/detect-hands.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { armNumbered, wearerNumbered } from '../../samples/wearers.ts'
import { WORN_PRODUCTS } from '../../samples/worn-products.ts'
import { cutOutOverlap } from '../engine/jewellery/cut-out-overlap.ts'
import { attempt } from './attempt.ts'
import {
  backOverlap,
  earringOverlap,
  type Measures,
  measureCovered,
  NECKLACES,
} from './hidden-jewellery.ts'

const COUNT = 24

/** Every third person is held out: nothing was tuned on it. */
const isHeldOut = (number: number): boolean => number % 3 === 2

const HEADS = ['lobe right', 'lobe left', 'neck across', 'neck down', 'neck angle', 'earring IoU']
const BRACELETS = ['bangle', 'chain', 'beads'] as const

const overlapsOf = (names: readonly string[]): string[] => names.map((name) => `${name} IoU`)

/** How far from where they belong earrings, necklaces and bracelets are put on drawn people. */
export async function placement(flags: readonly string[]): Promise<void> {
  const vision = await openVision()
  const seed = flags.includes('--others') ? 500 : 0
  await table('ears and necks: % of the face’s width, degrees', HEADS, seed, (n) =>
    measureHead(n, vision),
  )
  const covered = [...overlapsOf(NECKLACES), ...NECKLACES.map((name) => `${name} inner IoU`)]
  await table('what is hidden of necklaces', covered, seed, (n) => measureCovered(n, vision))
  const arms = ['joint', 'across', 'angle', 'width', ...overlapsOf(BRACELETS)]
  await table('wrists: % of the hand’s length, degrees', arms, seed, (n) => measureArm(n, vision))
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

/** A row for each person, and the worst of those with names. */
async function table(
  title: string,
  names: readonly string[],
  seed: number,
  measure: (number: number) => Promise<Measures>,
): Promise<void> {
  console.log(`\n${title}`)
  const rows: { heldOut: boolean; measures: Measures }[] = []
  print('', names)
  for (let number = seed; number < seed + COUNT; number++) {
    const measures = await measure(number)
    rows.push({ heldOut: isHeldOut(number), measures })
    const cells = [...names.map((name) => measures[name]), measures['note']]
    print(`${number}${isHeldOut(number) ? ', held out' : ''}`, cells)
  }
  for (const heldOut of [false, true]) {
    const own = rows.filter((row) => row.heldOut === heldOut)
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
    (typeof cell === 'number' ? cell.toFixed(2) : (cell ?? '-')).padStart(20),
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
  const found = attempt(() => findNeck(regions, picture))
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
    note: `${drawn.look.hairCut} ${drawn.look.top!.cut}`,
  }
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
  if (!found) return { note }
  const [dx, dy] = [found.joint.x - joint.x, found.joint.y - joint.y]
  const cosine = found.along.x * along.x + found.along.y * along.y
  const [low, high] = found.edgesAt(0.2 * found.breadth)
  const { mask } = drawn.truth.people[0]!
  const overlaps = BRACELETS.map(async (name) => {
    const hidden = await backOverlap(name, found, mask)
    return [`${name} IoU`, hidden] as const
  })
  return {
    joint: (100 * Math.hypot(dx, dy)) / length,
    across: (100 * (dy * along.x - dx * along.y)) / length,
    angle: (Math.acos(Math.min(1, cosine)) * 180) / Math.PI,
    width: (100 * (high - low - width)) / length,
    ...Object.fromEntries(await Promise.all(overlaps)),
    note,
  }
}
