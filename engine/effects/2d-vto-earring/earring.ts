import { Fault } from '../../../catalog/failures/fault.ts'
import type { EarringParameter } from '../../../catalog/features/2d-vto-earring.ts'
import { type Box, clampBox } from '../../geometry/box.ts'
import { distance } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import { faceLight } from '../../jewellery/face-light.ts'
import { faceWidthOf, pixelsPerCentimetre } from '../../jewellery/face-scale.ts'
import type { WornProduct } from '../../jewellery/open-try-on.ts'
import { wearProduct } from '../../jewellery/wear-product.ts'
import { measurePhotography } from '../../product/match-photo.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import { releaseOwnership, writablePixels } from '../../raster/pixels/copy-on-write.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { type Earring, earringsOf } from './earring-shape.ts'
import { BESIDE_LOBE, type Earlobe, findEarlobe, type Side } from './find-earlobe.ts'
import { liesOnGround } from './lies-on-ground.ts'
import { placeEarring } from './place-earring.ts'
import { takeOffEarring } from './take-off-earring.ts'
import { EARRING_SHADOW, MIN_SHOWN, MIN_SHOWN_UNASKED, OF_A_PAIR, USUAL_HEIGHT } from './tuning.ts'

/** A head in a photo, as an earring needs it. */
export type Wearer = { picture: Picture; face: Face; regions: HeadRegions }

/** The lobes of a head. */
type Lobes = Record<Side, Earlobe>

/**
 * Puts earrings on a head. One earring goes to the ear its parameter names; of a product picture that shows a pair the
 * clearer one is worn on its own ear and mirrored to the other, with automatic placement and the usual parameters.
 * @param mask the share of what is worn that may show at a pixel
 * @throws Fault `hidden-face` or `turned-face` where no earring would show
 */
export function wearEarrings(
  { picture, face, regions }: Wearer,
  worn: readonly WornProduct<EarringParameter>[],
  mask: (x: number, y: number) => number,
): { picture: Picture; note?: string } {
  const notes: string[] = []
  const lobes = lobesOf({ picture, face, regions })
  const bare = withoutEarrings({ picture, face, regions }, lobes, worn, notes)
  if (bare !== picture) releaseOwnership(bare)
  const result = { ...bare, data: writablePixels(bare) }
  const around = face.box
  const photography = measurePhotography(picture, around)
  const put = (item: WornProduct<EarringParameter>, first: Earring, side: Side, pair: boolean) => {
    const lobe = lobeFor(item.parameter, pair, picture, lobes[side])
    const parameter = pair ? { ...item.parameter, ...OF_A_PAIR } : item.parameter
    const centimetres = (pair ? undefined : parameter.earring_scale) ?? USUAL_HEIGHT[first.kind]
    const height = centimetres * pixelsPerCentimetre(face)
    const roll = (face.pose.roll * Math.PI) / 180
    const placed = placeEarring(item.product, hooked(item, first, pair), {
      at: lobe.at,
      height,
      turn: first.kind === 'stud' ? roll : 0,
      mirrored: pair && side === 'left',
    })
    const inside = shareInside(placed.box, picture)
    const faceWidth = faceWidthOf(face)
    const hides = hidingOf(parameter.earring_occluded_type, lobe, { face, regions })
    const shown = wearProduct(result, {
      ...placed,
      product: item.product,
      shows: (x, y) => mask(x, y) * (1 - hides(x, y)),
      least: inside === 0 ? Number.POSITIVE_INFINITY : MIN_SHOWN / inside,
      light: faceLight({ picture, face, regions }, lobe.at, height),
      ambient: parameter.earring_ambient_light_intensity,
      shadow: {
        intensity: parameter.earring_shadow_intensity,
        offset: {
          x: (side === 'left' ? -1 : 1) * EARRING_SHADOW.aside * faceWidth,
          y: EARRING_SHADOW.down * faceWidth,
        },
        sigma: EARRING_SHADOW.sigma * faceWidth,
        receives: (x, y) => sampleGrid(regions.skin, regions.grid, x, y),
      },
      photography,
    })
    return { side, lobe, inside, shown: shown * inside }
  }
  for (const item of worn) {
    const { first, isPair } = earringsOf(item.product)
    const sides = sidesOf(isPair, item.parameter, lobes)
    const told = sides.filter((side) => isTold(item.parameter, isPair, lobes[side]))
    const untold = sides.filter((side) => !told.includes(side))
    if (told.length === 0) throw unsureFault(sides[0]!)
    const done = told.map((side) => put(item, first, side, isPair))
    const { earring_occluded_type: type, earring_wearing_location: place } = item.parameter
    // Of a pair one ear may be half hidden where the other shows; one that is alone has to show by itself.
    const isAlone = !isPair || done.filter(({ shown }) => shown >= MIN_SHOWN).length < 2
    const least = isAlone && type === 0 && !(place && !isPair) ? MIN_SHOWN_UNASKED : MIN_SHOWN
    if (Math.max(...done.map(({ shown }) => shown)) < least) throw hiddenFault(done[0]!)
    if (!isPair) continue
    const unseen = done.filter(({ shown }) => shown < MIN_SHOWN)
    for (const { side, lobe, inside } of unseen)
      notes.push(leftOut(side, inside < MIN_SHOWN ? 'picture' : lobe.hiddenBy))
    for (const side of untold) notes.push(leftOut(side, 'unknown'))
  }
  return { picture: result, ...(notes.length > 0 && { note: [...new Set(notes)].join(' ') }) }
}

function lobesOf({ picture, face, regions }: Wearer): Lobes {
  const lobeOf = (side: Side): Earlobe => {
    const lobe = findEarlobe(face, regions, side)
    const isNone = lobe.hiddenBy === 'nothing' && liesOnGround(picture, face, regions, lobe.at)
    return isNone ? { ...lobe, hiddenBy: 'unknown' } : lobe
  }
  return { left: lobeOf('left'), right: lobeOf('right') }
}

/** The photo without the earrings that the ears wear which get new ones. */
function withoutEarrings(
  { picture, face, regions }: Wearer,
  lobes: Lobes,
  worn: readonly WornProduct<EarringParameter>[],
  notes: string[],
): Picture {
  const sides = new Set(
    worn
      .filter(({ parameter }) => !parameter.earring_wearing_location)
      .flatMap(({ product, parameter }) => sidesOf(earringsOf(product).isPair, parameter, lobes)),
  )
  let bare = picture
  for (const side of sides) {
    const { at, hiddenBy } = lobes[side]
    // A hoop on the ear that is turned away shows beyond the edge of the face.
    const from = hiddenBy === 'head' ? face.landmarks[BESIDE_LOBE[side]]! : at
    const taken = takeOffEarring(bare, face, regions, from, side, hiddenBy === 'nothing')
    if (!taken) continue
    bare = taken
    notes.push(`What hung from the ${side} ear already, an earring by its look, was painted out.`)
  }
  return bare
}

/** The ears that wear an earring: of a single one that no parameter names, the one that shows. */
function sidesOf(
  isPair: boolean,
  { earring_is_right_ear: isRight, earring_wearing_location: given }: EarringParameter,
  lobes: Lobes,
): Side[] {
  if (isPair) return ['right', 'left']
  if (isRight !== undefined) return [isRight ? 'right' : 'left']
  const away = (side: Side): number =>
    given ? distance(lobes[side].at, { x: given[0], y: given[1] }) : SHOWS[lobes[side].hiddenBy]
  return [away('left') < away('right') ? 'left' : 'right']
}

/** Which ear is taken first: one that shows, one that may. */
const SHOWS: Record<Earlobe['hiddenBy'], number> = { nothing: 0, unknown: 1, hair: 2, head: 3 }

/** Says of a pair why only one of it is worn. */
function leftOut(side: Side, hiddenBy: Earlobe['hiddenBy'] | 'picture'): string {
  const why =
    hiddenBy === 'head'
      ? 'the head is turned away from it'
      : hiddenBy === 'unknown'
        ? 'its lobe was not found with confidence'
        : hiddenBy === 'picture'
          ? 'it lies outside the picture'
          : 'hair is in front of it'
  return `The ${side} ear wears no earring of the pair: ${why}.`
}

/** Whether it is known where an earring goes: by the parameter, or because the ear was found or is hidden. */
function isTold(
  { earring_wearing_location: given }: EarringParameter,
  isPair: boolean,
  lobe: Earlobe,
): boolean {
  return (given && !isPair) || lobe.hiddenBy !== 'unknown'
}

function unsureFault(side: Side): Fault {
  return new Fault(
    'pose',
    `The lobe of the ${side} ear was not found with confidence: its edge cannot be told from what is behind it; ` +
      'give earring_wearing_location.',
  )
}

function lobeFor(
  { earring_wearing_location: given }: EarringParameter,
  isPair: boolean,
  picture: Picture,
  found: Earlobe,
): Earlobe {
  if (!given || isPair) return found
  const [x, y] = given
  if (x >= picture.width || y >= picture.height) {
    throw new Fault(
      'parameter',
      `earring_wearing_location [${x}, ${y}] lies outside the picture of ${picture.width} × ${picture.height} pixels.`,
    )
  }
  return { at: { x: x + 0.5, y: y + 0.5 }, hiddenBy: found.hiddenBy }
}

/** The earring with the hook that its parameter names. */
function hooked(
  { product, parameter }: WornProduct<EarringParameter>,
  earring: Earring,
  isPair: boolean,
): Earring {
  const given = parameter.earring_anchor_point
  if (!given || isPair) return earring
  const [x, y] = Array.isArray(given[0]) ? given[0] : (given as [number, number])
  return {
    ...earring,
    hook: {
      x: (x + 0.5 - product.left) / product.scale,
      y: (y + 0.5 - product.top) / product.scale,
    },
  }
}

/** How much of an earring a pixel of the photo hides: the head before the far ear, hair before a hidden lobe. */
function hidingOf(
  type: EarringParameter['earring_occluded_type'],
  lobe: Earlobe,
  { face, regions }: Omit<Wearer, 'picture'>,
): (x: number, y: number) => number {
  const byHair = type === 1 || (type === 0 && lobe.hiddenBy === 'hair')
  const byHead = type !== 2 && lobe.hiddenBy === 'head'
  if (!byHair && !byHead) return () => 0
  // What hangs from an ear that does not show hangs behind the cheek and the jaw, too.
  const isBehind =
    lobe.hiddenBy !== 'head' && lobe.hiddenBy !== 'hair'
      ? () => false
      : ringTest(FACE.oval.map((i) => face.landmarks[i]!))
  return (x, y) => {
    const hair = sampleGrid(regions.hair, regions.grid, x, y)
    const skin = byHead ? sampleGrid(regions.skin, regions.grid, x, y) : 0
    return Math.max(hair, skin, isBehind(x, y) ? 1 : 0)
  }
}

/** The share of a box that is in the picture, 0–1. */
function shareInside(box: Box, picture: Picture): number {
  const { width, height } = clampBox(box, picture)
  return (width * height) / (box.width * box.height)
}

function hiddenFault({ side, lobe, inside }: { side: Side; lobe: Earlobe; inside: number }): Fault {
  if (inside < MIN_SHOWN) {
    return new Fault('hidden-face', `The ${side} ear lies outside the picture.`)
  }
  const other = side === 'right' ? 'false' : 'true'
  if (lobe.hiddenBy === 'head') {
    return new Fault(
      'turned-face',
      `The head is turned away from the ${side} ear; set earring_is_right_ear to ${other} for the other one.`,
    )
  }
  return new Fault(
    'hidden-face',
    `The ${side} ear is hidden, and an earring on it would not show; ` +
      'earring_occluded_type 2 puts it in front of the hair.',
  )
}
