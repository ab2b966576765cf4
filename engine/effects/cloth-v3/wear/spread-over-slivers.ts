import { type Box, clampBox, growBox, unionOfBoxes } from '../../../geometry/box.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { withArena } from '../../../raster/arena.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import { cropPlane } from '../../../raster/pixels/crop.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, SLIVER, SLIVER_SMOOTH, UNCOVERED_SHOULDERS } from '../tuning.ts'
import type { DrawnPart } from './draw-parts.ts'

/**
 * Goes on with a garment over slivers beside it: of what was worn, up to its own outline, and of the person between
 * torso and sleeve. What is wider, lies in the neck's opening, before the garment, or apart from it, is left.
 * @param covered the share of each pixel of the picture that the parts cover, 0–1
 * @returns the part that lies over them; undefined where there are none
 */
export function spreadOverSlivers(
  wearer: Wearer,
  fitted: Pick<
    FittedGarment,
    'instead' | 'heights' | 'neckline' | 'before' | 'byArmhole' | 'isSleeved'
  >,
  parts: readonly DrawnPart[],
  covered: Float32Array,
): DrawnPart | undefined {
  const { picture, torso } = wearer
  // Below the hem of a top, between hips and hands, what looks like a sliver of trousers is often none.
  if (parts.length === 0 || !fitted.neckline) return undefined
  const by = Math.max(1, Math.round(SLIVER.half * torso.shoulders))
  const around = growBox(unionOfBoxes(parts.map(({ drawn }) => drawn.box)), 2 * by)
  const box = clampBox(around, picture)
  const cover = cropPlane(covered, picture.width, box)
  const laid = { box, places: placesIn(box, picture), cover, ...flatten(parts, box) }
  const wanted = slivers(wearer, fitted, { ...laid, by })
  fillGaps(wanted, wearer, laid, fitted.isSleeved)
  smoothOutline(wanted, laid, fitted.before?.share, torso.shoulders)
  const half = Math.ceil((SLIVER.arm * torso.shoulders) / 2)
  const data = spread(laid, wanted, Math.max(2 * by, half) + 2)
  return data && { drawn: { box, data }, shadow: 0, behind: new Float32Array(cover.length) }
}

/** Planes over a box: the share that is covered, that lies behind hair, a face or an arm, and premultiplied colours. */
type Laid = {
  box: Box
  places: Int32Array
  cover: Float32Array
  behind: Float32Array
  colours: Float32Array
}

/** The share of each pixel that is to be covered: of thin pieces of what was worn. */
function slivers(
  { picture, torso, regions, traced }: Wearer,
  {
    instead,
    heights,
    neckline,
    before,
    byArmhole,
  }: Pick<FittedGarment, 'instead' | 'heights' | 'neckline' | 'before' | 'byArmhole'>,
  { box, places, cover, behind, by }: Laid & { by: number },
): Float32Array {
  const own = new Float32Array(cover.length)
  const seen = new Uint8Array(cover.length)
  for (let i = 0; i < own.length; i++) {
    const at = places[i]!
    const share = instead.data[at]! / 255
    if (share <= cover[i]! || (behind[i]! > SLIVER.behind && !traced[at])) continue
    // The soft edge of an arm is no rim of what was worn. One that was traced is as sharp as in the picture.
    const arm = before ? before.share[at]! : 0
    if (arm > (traced[at] ? SLIVER.known : SLIVER.behind)) continue
    const point = { x: at % picture.width, y: Math.floor(at / picture.width) }
    const { v } = pixelToTorso(torso, point)
    // On the shoulders what is left is a strap or a collar, and no side that was measured wrong.
    if (v < UNCOVERED_SHOULDERS.below * torso.shoulders) continue
    if (v <= heights.from || v >= heights.to || regions.shoes.data[at]! > 0) continue
    const edge = neckline && heightAt(neckline, point.x)
    if (edge !== undefined && point.y < edge + by) continue
    // An armhole ends in one line with the side of the garment below the armpit.
    const room = 2 * by * (1 - (byArmhole?.(point) ?? 0))
    const reached = room < 2 * by ? room - awayFrom(cover, i, 2 * by) + 0.5 : 1
    own[i] = Math.max(0, Math.min(share, 1 - arm, reached))
    if (share > 0.5 && cover[i]! < 0.5) seen[i] = 1
  }
  // An opening by a square leaves what is wider (Serra 1982).
  const inner = shrinkMask(seen, box, by)
  const wide = growMask(inner, box, by + 2)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const isTrousers = (i: number): boolean =>
    cover[i]! < 0.5 && !seen[i] && regions['lower-garment'].data[places[i]!]! > IN_MASK
  const bordering = (pixels: readonly number[], is: (i: number) => boolean): number =>
    pixels.filter((i) => [i - 1, i + 1, i - box.width, i + box.width].some(is)).length
  for (const { pixels } of findComponents(new Float32Array(seen), box.width, limits)) {
    const count = pixels.reduce((sum, i) => sum + wide[i]!, 0)
    // A speck: apart from the garment, or rather a patch of the trousers than a rim of what was worn.
    const cloth = bordering(pixels, (i) => cover[i]! >= 0.5)
    const isSpeck = cloth === 0 || cloth < bordering(pixels, isTrousers)
    // Of a piece that tapers, a wide sleeve beside a cuff, a sliver alone would be a step.
    if (isSpeck || count > SLIVER.wide * pixels.length) for (const i of pixels) wide[i] = 1
  }
  // Its soft edge goes with it.
  const stays = new Uint8Array(seen.length)
  const whole = new Uint8Array(seen.length)
  for (let i = 0; i < seen.length; i++) {
    stays[i] = seen[i]! & wide[i]!
    whole[i] = (seen[i] && !wide[i]) || cover[i]! >= 0.5 ? 1 : 0
  }
  const left = growMask(stays, box, 2)
  const beside = growMask(whole, box, 2)
  for (let i = 0; i < own.length; i++) if (left[i] || !beside[i]) own[i] = 0
  return own
}

/** How many pixels to a side cloth is, at most so many and one. */
function awayFrom(cover: Float32Array, i: number, most: number): number {
  let by = 0
  while (by <= most && Math.max(cover[i - by] ?? 0, cover[i + by] ?? 0) < 0.5) by++
  return by
}

/**
 * Adds to what is to be covered what shows of the person between cloth at its left and at its right: of the arm in a
 * sleeve also what is wider, between its inner edge and the torso.
 */
function fillGaps(
  wanted: Float32Array,
  { body, regions, torso }: Wearer,
  { box, places, cover, behind }: Laid,
  isSleeved: (at: number) => boolean = () => false,
): void {
  const most = Math.round(SLIVER.gap * torso.shoulders)
  const mostOfArm = Math.round(SLIVER.arm * torso.shoulders)
  const least = Math.max(3, Math.round(SLIVER.slit * torso.shoulders))
  const fillRow = (y: number): void => {
    let last = -Infinity
    for (let x = 0; x < box.width; x++) {
      const i = y * box.width + x
      if (cover[i]! < SLIVER.whole) continue
      const wide = x - last - 1
      if (wide > 0 && wide <= mostOfArm) {
        const row = Array.from({ length: wide }, (_, n) => i - 1 - n)
        const arm = wide > most ? row.filter((j) => isSleeved(places[j]!)).length : wide
        // A finger before the garment is wider than a slit between its parts.
        const isInFront = wide > least && row.some((j) => behind[j]! > SLIVER.behind)
        for (const j of isInFront || arm < wide / 2 ? [] : row) {
          const at = places[j]!
          const head = Math.max(regions.hair.data[at]!, regions['face-skin'].data[at]!)
          if (head === 0) wanted[j] = Math.max(wanted[j]!, body.mask.data[at]! / 255)
        }
      }
      last = x
    }
  }
  for (let y = 0; y < box.height; y++) fillRow(y)
}

/**
 * Makes the common outline of what is covered and is to be smooth where it runs along the latter, in place: masks have
 * teeth and slits there. Behind an arm cloth goes on, and its outline is that of the arm.
 * @param arms the share of each pixel of the picture that is an arm before the garment, 0–1
 */
function smoothOutline(
  wanted: Float32Array,
  { box, places, cover }: Laid,
  arms: Float32Array | undefined,
  shoulders: number,
): void {
  const more = new Uint8Array(wanted.length)
  const all = new Float32Array(wanted.length)
  const armOf = (i: number): number => arms?.[places[i]!] ?? 0
  for (let i = 0; i < all.length; i++) {
    more[i] = wanted[i]! > cover[i]! ? 1 : 0
    all[i] = Math.min(1, Math.max(wanted[i]!, cover[i]!) + armOf(i))
  }
  const near = growMask(more, box, SLIVER_SMOOTH.around)
  withArena(() => {
    const sigma = Math.max(SLIVER_SMOOTH.least, SLIVER_SMOOTH.share * shoulders)
    const smooth = blur(all, box, sigma)
    // A straight edge stays within a pixel: across it a blurred one is as steep as this.
    const steep = Math.sqrt(2 * Math.PI) * sigma
    for (let i = 0; i < wanted.length; i++) {
      if (!near[i]) continue
      const share = Math.min(1, Math.max(0, (smooth[i]! - 0.5) * steep + 0.5))
      wanted[i] = Math.max(0, share - armOf(i))
    }
  })
}

/** Parts laid over each other, and the share of each pixel of them that lies behind hair, a face or an arm. */
function flatten(parts: readonly DrawnPart[], box: Box): Pick<Laid, 'colours' | 'behind'> {
  const colours = new Float32Array(4 * box.width * box.height)
  const all = new Float32Array(box.width * box.height)
  for (const { drawn, behind } of parts) {
    for (let y = 0; y < drawn.box.height; y++) {
      const row = y * drawn.box.width
      const to = (drawn.box.top + y - box.top) * box.width + drawn.box.left - box.left
      layRow(drawn.data, colours, row, to, drawn.box.width)
      for (let x = 0; x < drawn.box.width; x++)
        all[to + x] = Math.max(all[to + x]!, behind[row + x]!)
    }
  }
  return { colours, behind: all }
}

/** Lays a row of premultiplied pixels over others. */
function layRow(
  data: Float32Array,
  colours: Float32Array,
  from: number,
  to: number,
  width: number,
): void {
  for (let i = 4 * from, at = 4 * to; i < 4 * (from + width); i += 4, at += 4) {
    const through = 1 - data[i + 3]!
    for (let c = 0; c < 4; c++) colours[at + c] = data[i + c]! + through * colours[at + c]!
  }
}

/**
 * Carries colours of what is covered on from pixel to pixel to those that are to be.
 * @param wanted the share of each pixel that is to be covered @param steps how many pixels far
 * @returns what is laid over the parts then, premultiplied; undefined where nothing is
 */
function spread(
  { box, cover, colours }: Laid,
  wanted: Float32Array,
  steps: number,
): Float32Array | undefined {
  const isOpen = (i: number): boolean => wanted[i]! > cover[i]! && cover[i]! < SLIVER.whole
  const known = new Uint8Array(cover.length)
  const plain = new Float32Array(3 * cover.length)
  const open: number[] = []
  for (let i = 0; i < cover.length; i++) {
    if (isOpen(i)) open.push(i)
    else if (cover[i]! > SLIVER.known) {
      known[i] = 1
      for (let c = 0; c < 3; c++) plain[3 * i + c] = colours[4 * i + c]! / colours[4 * i + 3]!
    }
  }
  const data = new Float32Array(4 * cover.length)
  let left = open
  let isAny = false
  for (let step = 0; step < steps && left.length > 0; step++) {
    const reached = left.filter((i) => takeFromBeside(i, plain, known, box))
    for (const i of reached) {
      known[i] = 1
      const share = (wanted[i]! - cover[i]!) / (1 - cover[i]!)
      for (let c = 0; c < 3; c++) data[4 * i + c] = share * plain[3 * i + c]!
      data[4 * i + 3] = share
      isAny = true
    }
    left = left.filter((i) => known[i] === 0)
  }
  return isAny ? data : undefined
}

/** Gives a pixel the mean colour of those beside it that have one. @returns whether any has */
function takeFromBeside(
  i: number,
  plain: Float32Array,
  known: Uint8Array,
  { width, height }: Box,
): boolean {
  const [x, y] = [i % width, Math.floor(i / width)]
  const sum = [0, 0, 0]
  let weights = 0
  for (const [dx, dy] of BESIDE) {
    const [column, row] = [x + dx, y + dy]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const from = row * width + column
    if (!known[from]) continue
    // Most edges of garments go down: stripes that go across them are carried on level.
    const weight = dy === 0 ? 3 : 1
    weights += weight
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + weight * plain[3 * from + c]!
  }
  if (weights === 0) return false
  for (let c = 0; c < 3; c++) plain[3 * i + c] = sum[c]! / weights
  return true
}

const BESIDE = [-1, 0, 1].flatMap((dy) =>
  [-1, 0, 1].filter((dx) => dx !== 0 || dy !== 0).map((dx) => [dx, dy] as const),
)
