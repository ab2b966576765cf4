import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import { withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { blur } from '../../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { fitColourModel, squaredDistances } from '../../../regions/colour-model.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { IN_MASK, OWN_COLOURS } from '../tuning.ts'
import { isNearLimb } from './near-limb.ts'
import { pixelToTorso, type TorsoAxes, torsoToPixel } from './torso-axes.ts'

type Person = { mask: Mask; arms: readonly (readonly Point[])[]; torso: TorsoAxes }

/** What lies at the hips: both garments, the skin of the arms, and the wall beside them. */
const KINDS = ['upper-garment', 'lower-garment', 'body-skin', 'wall'] as const

type Kind = (typeof KINDS)[number]

/**
 * Regions that agree with the colours at the hips. Beside an arm that hangs there trousers, wall and skin pass for the
 * top, and both garments for skin. What has none of the colours of its region, and those of another, is of that one;
 * wall is none.
 */
export function withOwnColours(
  picture: Picture,
  regions: ByRegion<Mask>,
  { mask, arms, torso }: Person,
): ByRegion<Mask> {
  const box = boxOfTrunk(torso, picture)
  const inPicture = placesIn(box, picture)
  const at = (i: number): number => inPicture[i]!
  const size = { width: box.width, height: box.height }
  const count = box.width * box.height
  const isByArm = (place: Point, near: number): boolean =>
    arms.some((arm) => isNearLimb(arm, place, near * torso.shoulders))
  const sure: Record<Kind, number[]> = {
    'upper-garment': [],
    'lower-garment': [],
    'body-skin': [],
    wall: [],
  }
  const places = Array.from({ length: Math.ceil(count / OWN_COLOURS.step) }, (_, n) => {
    const i = n * OWN_COLOURS.step
    const place = { x: at(i) % picture.width, y: Math.floor(at(i) / picture.width) }
    return { i, place, v: pixelToTorso(torso, place).v / torso.length }
  })
  for (const { i, place, v } of places) {
    const isPure = (name: keyof ByRegion<Mask>): boolean =>
      regions[name].data[at(i)]! >= OWN_COLOURS.pure
    if (mask.data[at(i)] === 0) sure.wall.push(i)
    else if (v < OWN_COLOURS.hips && isPure('upper-garment')) sure['upper-garment'].push(i)
    else if (v > OWN_COLOURS.below && isPure('lower-garment')) sure['lower-garment'].push(i)
    else if (isPure('body-skin') && isByArm(place, OWN_COLOURS.bone)) sure['body-skin'].push(i)
  }
  if (sure['upper-garment'].length < OWN_COLOURS.least) return regions
  if (sure['lower-garment'].length < OWN_COLOURS.least) return regions
  const changed = {
    'upper-garment': regions['upper-garment'].data.slice(),
    'lower-garment': regions['lower-garment'].data.slice(),
    'body-skin': regions['body-skin'].data.slice(),
  }
  withArena(() => {
    const lab = readLabPlanes(picture, { ...size, area: box, scale: 1 })
    // Threads and the mixed colours of edges tell nothing by themselves.
    const off = KINDS.map((kind) => {
      const model = fitColourModel(lab, sure[kind], OWN_COLOURS.colours)
      const away = squaredDistances(lab, model)
      for (let i = 0; i < count; i++) away[i] = Math.sqrt(away[i]!)
      return blur(away, size, OWN_COLOURS.sigma)
    })
    for (let i = 0; i < count; i++) {
      const to = at(i)
      const own = changed['upper-garment'][to]! >= changed['body-skin'][to]! ? 0 : 2
      if (changed[KINDS[own]][to] === 0) continue
      const { unlike, share } = own === 2 ? OWN_COLOURS.skin : OWN_COLOURS.cloth
      if (off[own]![i]! < unlike) continue
      const place = { x: to % picture.width, y: Math.floor(to / picture.width) }
      const { v } = pixelToTorso(torso, place)
      if (v < (own === 2 ? OWN_COLOURS.armpits : OWN_COLOURS.hips) * torso.length) continue
      const isArm = isByArm(place, OWN_COLOURS.arm)
      if (own === 2 && (!isArm || isAtEdge(mask, to))) continue
      const most = share * off[own]![i]!
      const other = nearest(off, i, own === 2 ? [0, 1] : isArm ? [1, 2, 3] : [1], most)
      if (other === undefined) continue
      const from = changed[KINDS[own]]
      const kind = KINDS[other]!
      if (kind !== 'wall') changed[kind][to] = Math.min(255, changed[kind][to]! + from[to]!)
      from[to] = 0
    }
  })
  const of = (name: keyof typeof changed): Mask => ({ ...regions[name], data: changed[name] })
  return {
    ...regions,
    'upper-garment': of('upper-garment'),
    'lower-garment': of('lower-garment'),
    'body-skin': of('body-skin'),
  }
}

/** Whether a pixel lies at a person's outline, where the colours of skin and wall mix and may be those of cloth. */
function isAtEdge({ data, width }: Mask, at: number): boolean {
  const by = OWN_COLOURS.edge
  return [-by, 0, by, -by * width, by * width].some((off) => data[at + off]! < IN_MASK)
}

/** The part of a picture in which trunk, hips and hands lie. */
function boxOfTrunk(torso: TorsoAxes, picture: Picture): Box {
  const { across, from, to } = OWN_COLOURS.box
  const corners = [-across, across].flatMap((u) =>
    [from, to].map((v) => torsoToPixel(torso, u * torso.shoulders, v * torso.length)),
  )
  return clampBox(boxOfPoints(corners), picture)
}

/** The kind whose colours are nearest to those of a pixel, and no farther off than `most`. */
function nearest(
  off: readonly Float32Array[],
  i: number,
  kinds: readonly number[],
  most: number,
): number | undefined {
  let found: number | undefined
  let least = most
  for (const kind of kinds) {
    if (off[kind]![i]! >= least) continue
    least = off[kind]![i]!
    found = kind
  }
  return found
}
