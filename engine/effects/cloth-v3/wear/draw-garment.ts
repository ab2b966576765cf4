import type { Product } from '../../../product/product.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { FittedGarment } from '../fitted-garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import { requireUnfolded } from '../refuse/require-unfolded.ts'
import { cleanArms } from './clean-arms.ts'
import { closeSlits } from './close-slits.ts'
import { compositeParts } from './composite-parts.ts'
import { coverageOf, type DrawnPart, drawParts } from './draw-parts.ts'
import { type HoleBeside, holeBeside } from './fill-beside.ts'
import { findUncovered, type Uncovered } from './find-uncovered.ts'
import { looseSpecks } from './loose-specks.ts'
import type { ArmMatte } from './matte-arms.ts'
import { paintUncovered } from './paint-uncovered.ts'
import { removeOldClothBehindHair } from './remove-old-cloth-behind-hair.ts'
import { spreadOverSlivers } from './spread-over-slivers.ts'

/** A garment that is fitted to somebody and not painted yet, with what of the worn it leaves uncovered. */
type LaidGarment = {
  wearer: Wearer
  instead: Mask
  parts: DrawnPart[]
  covered: Float32Array
  uncovered: Uncovered
  /** What is to be continued behind the person and below hems; undefined where nothing is. */
  hole: HoleBeside | undefined
  /** The arms before it. */
  before: ArmMatte | undefined
}

/**
 * Dresses somebody in a fitted garment. What was worn and is not covered is replaced by skin in the neck's opening and
 * by the background beside the person.
 * @throws Fault `pose` or `mismatch` where more than a rim of what was worn would have to be replaced
 */
export function drawGarment(wearer: Wearer, product: Product, fitted: FittedGarment): Picture {
  return paintGarment(layGarment(wearer, product, fitted))
}

/**
 * Lays a fitted garment out over somebody.
 * @param most of background that may be made up, as a share of the square over the shoulders' width @default a rim
 * @throws Fault `pose` or `mismatch` where more than that would have to be replaced
 */
export function layGarment(
  wearer: Wearer,
  product: Product,
  fitted: FittedGarment,
  most?: number,
): LaidGarment {
  requireUnfolded(fitted.parts.flatMap(({ meshes }) => meshes))
  const drawn = drawParts(wearer, product, fitted)
  const own = coverageOf(drawn, wearer.picture)
  // What it is cut for tells whether it can be worn, and not how it is continued over slivers.
  const all = findUncovered(wearer, fitted, withArms(own, fitted.before), most)
  const over = spreadOverSlivers(wearer, fitted, drawn, own)
  const parts = over ? [...drawn, over] : drawn
  const covered = over ? coverageOf(parts, wearer.picture) : own
  fitted.check?.(covered)
  const uncovered = over
    ? findUncovered(wearer, fitted, withArms(covered, fitted.before), most)
    : all
  const boxes = parts.map(({ drawn: { box } }) => box)
  const specks = fitted.neckline ? looseSpecks(wearer, covered, boxes) : []
  for (const at of specks) {
    uncovered.beside[at] = 1
    uncovered.bare[at] = 0
    uncovered.left[at] = 1 - covered[at]!
  }
  const hole = holeBeside(wearer, fitted, uncovered, specks)
  const { instead, before } = fitted
  return { wearer, instead, parts, covered, uncovered, hole, before }
}

/** The share of each pixel that a garment covers or an arm before it is, which is none of what was worn. */
function withArms(covered: Float32Array, before: ArmMatte | undefined): Float32Array {
  return before ? covered.map((share, at) => Math.min(1, share + before.share[at]!)) : covered
}

/**
 * Paints a garment that was laid out.
 * @param made what its hole is filled with @default the engine's own continuation
 */
export function paintGarment(
  { wearer, instead, parts, covered, uncovered, hole, before }: LaidGarment,
  made?: Picture,
): Picture {
  const out = paintUncovered(wearer, uncovered, hole, made)
  removeOldClothBehindHair(out, wearer, instead, covered)
  if (before) cleanArms(out, before, parts)
  compositeParts(out, parts, wearer)
  closeSlits(out, instead, covered)
  return out
}
