import { dressPerson } from '../../engine/effects/cloth-v3/dress-person.ts'
import { findSubject } from '../../engine/effects/cloth-v3/measure/find-subject.ts'
import { openGarments } from '../../engine/effects/cloth-v3/read/open-garments.ts'
import type { Box } from '../../engine/geometry/box.ts'
import type { Point } from '../../engine/geometry/point.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { crop } from '../../engine/raster/pixels/crop.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { regionScene } from '../../samples/region-scenes.ts'
import type { Look, Person, PersonGroundTruth, Scene } from '../../samples/scene.ts'
import { drawGarmentAlone } from './garment-alone.ts'
import { median } from './median.ts'

/** A green that nothing else in the drawings has, by which a garment is found in them. */
const GREEN = '#22b24a'
const OTHER = '#8d4a63'

/** The least angle of arms from hanging straight down, in degrees: sleeves of arms that touch the body are refused. */
const APART = 17

/** Pairs that are measured unless others are asked for. */
const PAIRS = 24

/** Every third pair is held out: no number was fitted to it, though its results were looked at. */
const isHeldOut = (number: number): boolean => number % 3 === 2

type Piece = {
  label: string
  category: 'upper_body' | 'lower_body'
  wear: (colour: string) => Partial<Look>
}

/** Each with the piece that it is worn with, in a colour of its own. */
const PIECES: readonly Piece[] = [
  ...(['tee', 'shirt', 'blouse'] as const).map(
    (cut): Piece => ({
      label: cut,
      category: 'upper_body',
      wear: (colour) => ({ top: { cut, colour }, bottom: { cut: 'trousers', colour: '#3c4f6e' } }),
    }),
  ),
  ...(['trousers', 'skirt'] as const).map(
    (cut): Piece => ({
      label: cut,
      category: 'lower_body',
      wear: (colour) => ({ top: { cut: 'tee', colour: '#c8d3e0' }, bottom: { cut, colour } }),
    }),
  ),
]

const EDGES = ['hem', 'left', 'right', 'neckline', 'waist', 'crotch', 'outline'] as const

/**
 * How far edges lie from where they are drawn, in per cent of the shoulders' width; undefined where there are none.
 * `left` and `right` are the ends of sleeves or legs, and the hem of a skirt before each leg.
 */
type Errors = Record<(typeof EDGES)[number], number | undefined>

/** How a garment is shown: by somebody else, or alone, as it is cut for who is dressed. */
const SHOWN = ['worn', 'alone'] as const
export type Shown = (typeof SHOWN)[number]

/** An edge farther off than this is counted, in per cent of the shoulders' width. */
const FAR = 2

/**
 * What drawn people wear, and what is cut for them and drawn alone, is put on them, and compared with these drawn in
 * it: mean distances of hem, ends of sleeves or legs, neckline, waist and crotch, and of the outline as a whole.
 * `--from=0 --to=24` are the pairs, `--shown=worn` or `alone` one way alone.
 */
export async function garments(flags: readonly string[]): Promise<void> {
  const word = (name: string): string | undefined =>
    flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3)
  const range = { from: Number(word('from') ?? 0), to: Number(word('to') ?? PAIRS) }
  const vision = await openVision()
  for (const shown of SHOWN) {
    if ((word('shown') ?? shown) === shown) await compareAll(shown, range, vision)
  }
  vision.close()
}

async function compareAll(
  shown: Shown,
  { from, to }: { from: number; to: number },
  vision: Vision,
): Promise<void> {
  const rows: { heldOut: boolean; errors: Errors }[] = []
  console.log(`${shown.padEnd(22)}${EDGES.map((name) => name.padStart(10)).join('')}`)
  for (let number = from; number < to; number++) {
    const piece = PIECES[number % PIECES.length]!
    const head = `${number} ${piece.label}${isHeldOut(number) ? ', held out' : ''}`
    try {
      const errors = await measureGarment(number, shown, vision)
      rows.push({ heldOut: isHeldOut(number), errors })
      print(head, errors)
    } catch (error) {
      console.log(`${head.padEnd(22)}  ${(error as Error).message.slice(0, 110)}`)
    }
  }
  for (const heldOut of [false, true]) {
    const own = rows.filter((row) => row.heldOut === heldOut).map(({ errors }) => errors)
    const of = (name: keyof Errors): number | undefined => {
      const values = own.flatMap((errors) => errors[name] ?? [])
      return values.length === 0 ? undefined : median(values)
    }
    print(
      heldOut ? 'held out, median' : 'others, median',
      Object.fromEntries(EDGES.map((name) => [name, of(name)])) as Errors,
    )
  }
  const near = rows.filter(({ errors }) => edgesOf(errors).every((off) => off < FAR))
  console.log(`${near.length} of ${rows.length} have every edge within ${FAR} %`)
}

/** Distances of single edges, without that of the whole outline. */
function edgesOf({ outline: _, ...edges }: Errors): number[] {
  return Object.values(edges).flatMap((off) => off ?? [])
}

function print(head: string, errors: Errors): void {
  const cells = EDGES.map((name) => (errors[name]?.toFixed(2) ?? '-').padStart(10))
  console.log(head.padEnd(22) + cells.join(''))
}

/** How far the edges of one garment lie from where they are drawn; pieces take turns with the number. */
export async function measureGarment(
  number: number,
  shown: Shown,
  vision: Vision,
): Promise<Errors> {
  const { category, wear } = PIECES[number % PIECES.length]!
  const look = { before: wear(OTHER), meant: wear(GREEN) }
  const { result, truth, places } = await wearAnother(number, { shown, category, look }, vision)
  return compare(greens(result), greens(truth), category, places)
}

type Change = {
  shown: Shown
  category: Piece['category']
  /** What is worn, and what is put on. */
  look: { before: Partial<Look>; meant: Partial<Look> }
}

/** Puts a garment on a drawn person, and draws that person in it. */
export async function wearAnother(
  number: number,
  { shown, category, look }: Change,
  vision: Vision,
): Promise<{ result: Picture; truth: Picture; places: Places; meant: Person }> {
  const other = posedApart(dressed(regionScene(2 * number), look.meant))
  const before = posedAs(dressed(regionScene(2 * number + 1), look.before), other)
  const meant = posedAs(dressed(regionScene(2 * number + 1), look.meant), other)
  const go = async (): Promise<void> => {}
  const reference =
    shown === 'worn'
      ? await decodePicture((await drawPeople(other)).png)
      : await drawGarmentAlone(meant.people[0]!, category)
  const pieces = await openGarments(reference, category, vision, go)
  const sitter = await findSubject(await decodePicture((await drawPeople(before)).png), vision, go)
  const result = dressPerson(sitter, pieces)
  const drawn = await drawPeople(meant)
  const truth = crop(await decodePicture(drawn.png), sitter.area)
  const places = placesOf(drawn.truth.people[0]!, sitter.area)
  return { result, truth, places, meant: meant.people[0]! }
}

function dressed(scene: Scene, look: Partial<Look>): Scene {
  const people = scene.people.map((person) => ({
    ...person,
    look: { ...person.look, hairCut: 'short' as const, shoes: '#222222', skin: '#bf9269', ...look },
  }))
  return { ...scene, people }
}

/** Arms that stand off the body. */
function posedApart(scene: Scene): Scene {
  return {
    ...scene,
    people: scene.people.map((person) => ({
      ...person,
      pose: {
        ...person.pose,
        leftArm: Math.max(APART, person.pose.leftArm),
        rightArm: Math.max(APART, person.pose.rightArm),
      },
    })),
  }
}

/** Arms of another person, but for a few degrees. */
function posedAs(scene: Scene, like: Scene): Scene {
  const [{ pose }] = like.people as [Scene['people'][number]]
  const near = { leftArm: pose.leftArm + 4, rightArm: pose.rightArm - 5 }
  return {
    ...scene,
    people: scene.people.map((person) => ({ ...person, pose: { ...person.pose, ...near } })),
  }
}

export type Places = { joint: (name: string) => Point; shoulders: number }

function placesOf({ joints }: PersonGroundTruth, { left, top }: Box): Places {
  const joint = (name: string): Point => ({ x: joints[name]!.x - left, y: joints[name]!.y - top })
  return { joint, shoulders: joints['leftShoulder']!.x - joints['rightShoulder']!.x }
}

/** Pixels of the garment. */
function greens({ width, height, data }: Picture) {
  const is = new Uint8Array(width * height)
  for (let at = 0; at < is.length; at++) {
    const [r, g, b] = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!]
    if (g - Math.max(r, b) > 0.18 * g) is[at] = 1
  }
  return { width, height, is }
}

type Greens = ReturnType<typeof greens>

function compare(
  result: Greens,
  truth: Greens,
  category: Piece['category'],
  places: Places,
): Errors {
  const { joint, shoulders } = places
  const isTop = category === 'upper_body'
  const middle = (joint('leftShoulder').x + joint('rightShoulder').x) / 2
  const off = (from: (mask: Greens) => (number | undefined)[]): number | undefined => {
    const [a, b] = [from(result), from(truth)]
    const far = a.flatMap((value, n) =>
      value === undefined || b[n] === undefined ? [] : Math.abs(value - b[n]!),
    )
    if (far.length === 0) return undefined
    return (100 * far.reduce((sum, value) => sum + value, 0)) / (far.length * shoulders)
  }
  const columns = (half: number): number[] =>
    Array.from({ length: 21 }, (_, n) => Math.round(middle + half * shoulders * (n / 10 - 1)))
  const limbs = isTop
    ? (['Shoulder', 'Elbow', 'Wrist'] as const)
    : (['Hip', 'Knee', 'Ankle'] as const)
  const end = (side: 'left' | 'right') =>
    off((mask) => [
      endAlong(
        mask,
        limbs.map((name) => joint(side + name)),
      ),
    ])
  // Eyes can be of the garment's colour.
  const from = Math.round(joint('leftShoulder').y - CHIN * shoulders)
  const upper = (half: number) => off((mask) => columns(half).map((x) => highest(mask, x, from)))
  return {
    hem: isTop ? off((mask) => columns(0.32).map((x) => lowest(mask, x))) : undefined,
    left: end('left'),
    right: end('right'),
    neckline: isTop ? upper(0.14) : undefined,
    waist: isTop ? undefined : upper(0.25),
    crotch: isTop ? undefined : off((mask) => [gapBelow(mask, middle, joint('leftHip').y)]),
    outline: outlineOff(result, truth, shoulders),
  }
}

function lowest({ width, height, is }: Greens, x: number): number | undefined {
  for (let y = height - 1; y >= 0; y--) if (is[y * width + x]) return y
  return undefined
}

/** How far above the joints of the shoulders a garment can reach, in widths of the shoulders. */
const CHIN = 0.4

function highest({ width, height, is }: Greens, x: number, from: number): number | undefined {
  for (let y = from; y < height; y++) if (is[y * width + x]) return y
  return undefined
}

/** How far along a limb the garment reaches, the limb going straight on at its end. */
function endAlong({ width, is }: Greens, joints: readonly Point[]): number {
  let [walked, last] = [0, 0]
  for (let n = 1; n < joints.length; n++) {
    const [a, b] = [joints[n - 1]!, joints[n]!]
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const end = n === joints.length - 1 ? 1.2 * length : length
    for (let d = 0; d < end; d += 0.5) {
      const x = Math.floor(a.x + (d / length) * (b.x - a.x))
      const y = Math.floor(a.y + (d / length) * (b.y - a.y))
      if (is[y * width + x]) last = walked + d
    }
    walked += length
  }
  return last
}

/** Where the garment parts in the middle; undefined where it does not. */
function gapBelow({ width, height, is }: Greens, middle: number, from: number): number | undefined {
  const inside = (y: number, by: number): boolean => is[y * width + Math.round(middle + by)] === 1
  for (let y = Math.round(from); y < height - 1; y++) {
    const near = [-6, -4, -2, 0, 2, 4, 6]
    if (!near.every((by) => inside(y, by)) && inside(y, -30) && inside(y, 30)) return y
  }
  return undefined
}

/** The area between both outlines by the length of the one that is meant. */
function outlineOff(result: Greens, truth: Greens, shoulders: number): number {
  let [area, length] = [0, 0]
  for (let at = 0; at < truth.is.length; at++) {
    if (result.is[at] !== truth.is[at]) area++
    if (
      truth.is[at] &&
      !(
        truth.is[at - 1] &&
        truth.is[at + 1] &&
        truth.is[at - truth.width] &&
        truth.is[at + truth.width]
      )
    ) {
      length++
    }
  }
  return (100 * area) / (Math.max(1, length) * shoulders)
}
