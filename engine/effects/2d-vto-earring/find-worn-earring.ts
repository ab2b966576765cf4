import type { Point } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import { withArena } from '../../raster/arena.ts'
import type { LabPlanes, SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../raster/debug.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import type { Picture } from '../../raster/picture.ts'
import { colourDistance, fitColourModel } from '../../regions/colour-model.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { type Around, groundIn, readAround, skinIn, windowAround } from './read-around.ts'
import {
  WORN_ABOVE,
  WORN_AREA,
  WORN_BEFORE_FACE,
  WORN_CLOTH,
  WORN_FOREIGN,
  WORN_GRID,
  WORN_GROUND,
  WORN_HANGS,
  WORN_INNER_FACE,
  WORN_NARROW,
  WORN_RIM,
  WORN_SKIN,
  WORN_SOLID,
  WORN_STANDS_OUT,
  WORN_WINDOW,
} from './tuning.ts'

/** An earring that somebody wears already, on a grid over the part of the photo below the ear. */
export type WornEarring = {
  grid: SamplingGrid
  /** 1 where it is, with its rim. */
  mask: Uint8Array
  /** Whether it is broad, goes on out of sight, or encloses colours of its own, as a stone has. */
  isSolid: boolean
}

/**
 * Finds an earring that is worn already: wire, links and facets are narrow and stand out from what is on both sides of
 * them (top-hat transform: Meyer 1979), hang from the lobe and reach below it. The tip of a lobe is as narrow, and does
 * not reach as far.
 * @param lobe where the ear's hole is, pixels of the photo
 */
export function findWornEarring(
  picture: Picture,
  face: Face,
  regions: HeadRegions,
  lobe: Point,
): WornEarring | undefined {
  const unit = faceWidthOf(face)
  const { aside, above, below, room } = WORN_WINDOW
  const window = { aside: aside + room, above: above + room, below: below + room }
  const around = readAround(picture, windowAround(lobe, window, unit), WORN_GRID)
  if (!around) return undefined
  const { grid, lab, placeOf } = around
  const oval = FACE.oval.map((i) => face.landmarks[i]!)
  const isBeforeFace = ringTest(oval)
  const isInFace = ringTest(innerFace(oval))
  const beside = (at: number): Point => {
    const { x, y } = placeOf(at)
    return { x: (x - lobe.x) / unit, y: (y - lobe.y) / unit }
  }
  const outstanding = standsOut(
    lab,
    grid,
    Math.max(2, Math.round((WORN_NARROW * unit) / grid.scale)),
  )
  const { still: low, sure: high } = WORN_STANDS_OUT
  const whole = outstanding.slice()
  for (let at = 0; at < outstanding.length; at++) {
    const { x, y } = placeOf(at)
    const { x: u, y: v } = beside(at)
    const isAway = Math.abs(u) > aside || v < -above || v > below || isInFace(x, y)
    // The edge of a cheek or a jaw stands out, too, if less than metal.
    if (isAway || (outstanding[at]! < high && isBeforeFace(x, y))) outstanding[at] = 0
  }
  debugPlane(
    'stands out below the ear',
    outstanding.map((value) => Math.min(1, value / 60)),
    grid,
  )
  const isOwn = foreignTo(around, regions)
  const isBesideCloth = besideCloth(around, regions, unit)
  const isLikeSkin = likeSkin(around, picture, face, regions)
  const limits = { low, high, share: 0, most: Number.POSITIVE_INFINITY }
  const share = (grid.scale / unit) ** 2
  const own = findComponents(outstanding, grid.width, limits).filter(({ pixels }) => {
    const light = pixels.filter((at) => outstanding[at]! >= high)
    const skin = light.filter((at) => {
      const { x, y } = placeOf(at)
      return sampleGrid(regions.skin, regions.grid, x, y) > 0.5
    })
    // A collar, and the light along the neck that goes on into it, stand out as well.
    const isCollar = skin.length > WORN_CLOTH.skin * light.length && light.some(isBesideCloth)
    const sure = isCollar ? light.filter((at) => !isBesideCloth(at) && !isLikeSkin(at)) : light
    const foreign = sure.filter(isOwn)
    const beforeFace = sure.filter((at) => {
      const { x, y } = placeOf(at)
      return isBeforeFace(x, y)
    })
    const places = sure.map(beside)
    return (
      sure.length * share > WORN_AREA &&
      foreign.length > WORN_FOREIGN.least * sure.length &&
      beforeFace.length < WORN_BEFORE_FACE * sure.length &&
      places.some(({ x, y }) => Math.hypot(x, y) < WORN_HANGS.from) &&
      places.some(({ y }) => y > WORN_HANGS.to)
    )
  })
  if (own.length === 0) return undefined
  const mask = new Uint8Array(grid.width * grid.height)
  for (const { pixels } of own) for (const at of pixels) mask[at] = 1
  const grown = growMask(mask, grid, Math.max(1, Math.round((WORN_RIM * unit) / grid.scale)))
  const goesOn = own.some(({ pixels }) =>
    pixels.some((at) => {
      const { x, y } = placeOf(at)
      const { x: u, y: v } = beside(at)
      const isAtEnd = Math.max(Math.abs(u) - aside, v - below) > -WORN_RIM
      const up = at - Math.round((WORN_ABOVE * unit) / grid.scale) * grid.width
      const goesUp =
        v < WORN_RIM - above && Math.max(...whole.slice(Math.max(0, up - 2), up + 3)) >= high
      return isAtEnd || goesUp || isInFace(x + grid.scale, y) || isInFace(x - grid.scale, y)
    }),
  )
  const isSolid = goesOn || isBroad(grown, grid, unit) || isFilled(lab, grown, grid)
  return { grid, mask: grown, isSolid }
}

/** Tells pixels that have no colour of the ground: what is between strands of hair stands out from them, too. */
function foreignTo(around: Around, regions: HeadRegions): (at: number) => boolean {
  const { lab } = around
  const behind = groundIn(around, regions, WORN_GROUND)
  // Where hardly anybody is told from the ground it has the earring's colours, too.
  if (behind.length > WORN_FOREIGN.behind * lab.l.length) return () => true
  const colours = fitColourModel(lab, behind, 4)
  return (at) =>
    colours.every(
      ([l, a, b]) =>
        Math.hypot(lab.l[at]! - l, lab.a[at]! - a, lab.b[at]! - b) > WORN_FOREIGN.ground,
    )
}

/** Tells what lies beside clothes, which come up from below the window. */
function besideCloth(
  { grid, placeOf }: Around,
  { person, skin, hair, grid: own }: HeadRegions,
  unit: number,
): (at: number) => boolean {
  const { width, height, scale } = grid
  const plane = Float32Array.from({ length: width * height }, (_, at) => {
    const { x, y } = placeOf(at)
    const bare = Math.max(sampleGrid(skin, own, x, y), sampleGrid(hair, own, x, y))
    return Math.min(sampleGrid(person, own, x, y), 1 - bare)
  })
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const cloth = new Uint8Array(plane.length)
  for (const { pixels } of findComponents(plane, width, limits)) {
    const isBelow = pixels.some((at) => at >= (height - 1) * width)
    if (!isBelow || pixels.length * (scale / unit) ** 2 < WORN_CLOTH.area) continue
    for (const at of pixels) cloth[at] = 1
  }
  const beside = growMask(cloth, grid, Math.max(1, Math.round((WORN_CLOTH.near * unit) / scale)))
  return (at) => beside[at] === 1
}

/** Tells pixels that have a colour of the face's skin. */
function likeSkin(
  { lab }: Around,
  picture: Picture,
  face: Face,
  regions: HeadRegions,
): (at: number) => boolean {
  const around = readAround(picture, face.box, WORN_SKIN.grid)
  if (!around) return () => false
  const skin = skinIn(around, regions, WORN_SKIN.share)
  const colours = fitColourModel(around.lab, skin, WORN_SKIN.colours)
  return (at) =>
    colours.some(
      ([l, a, b]) => Math.hypot(lab.l[at]! - l, lab.a[at]! - a, lab.b[at]! - b) <= WORN_SKIN.near,
    )
}

/**
 * How much a pixel is lighter, or has another colour, than both sides of what is narrow there, CIELAB units. What is
 * only darker is a strand of hair or the shade behind an ear.
 */
function standsOut({ l, a, b }: LabPlanes, grid: SamplingGrid, radius: number): Float32Array {
  return withArena(() => {
    const lighter = hatOf(l, grid, radius, 1)
    const colours = [a, b].flatMap((plane) => [
      hatOf(plane, grid, radius, 1),
      hatOf(plane, grid, radius, -1),
    ])
    return lighter.map((value, at) => value + Math.max(...colours.map((hat) => hat[at]!)))
  })
}

/** By how much a plane is above (1) or below (-1) its opening or closing. */
function hatOf(
  plane: Float32Array,
  grid: SamplingGrid,
  radius: number,
  sign: 1 | -1,
): Float32Array {
  const signed = sign === 1 ? plane : plane.map((value) => -value)
  const opened = openLevels(signed, grid, radius)
  return signed.map((value, at) => value - opened[at]!)
}

/** A face without its rim, over which an earring may hang. */
function innerFace(oval: readonly Point[]): Point[] {
  const [x, y] = [meanOf(oval.map((point) => point.x)), meanOf(oval.map((point) => point.y))]
  return oval.map((point) => ({
    x: x + WORN_INNER_FACE * (point.x - x),
    y: y + WORN_INNER_FACE * (point.y - y),
  }))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Whether a mask is too broad for what is behind it to be known. */
export function isBroad(mask: Uint8Array, grid: SamplingGrid, unit: number): boolean {
  const depth = Math.max(2, Math.round((WORN_SOLID.depth * unit) / grid.scale))
  const rest = mask.map((on) => 1 - on)
  return growMask(rest, grid, depth).includes(0)
}

/** Whether much of what lies between the outer ends of a mask, row by row, has no colour that is beside it. */
function isFilled(lab: LabPlanes, mask: Uint8Array, { width, height }: SamplingGrid): boolean {
  const enclosed: number[] = []
  const outside: number[] = []
  for (let row = 0; row < width * height; row += width) {
    const [first, last] = [mask.indexOf(1, row), mask.lastIndexOf(1, row + width - 1)]
    const isEmpty = first < 0 || first >= row + width
    for (let at = row; at < row + width; at++) {
      if (isEmpty || at < first || at > last) outside.push(at)
      else if (mask[at] === 0) enclosed.push(at)
    }
  }
  if (enclosed.length === 0) return false
  const model = fitColourModel(lab, outside, 12)
  const foreign = enclosed.filter((at) => colourDistance(lab, at, model) > WORN_SOLID.unlike)
  return (
    foreign.length > WORN_SOLID.share * (enclosed.length + mask.reduce((sum, on) => sum + on, 0))
  )
}
