import { Fault } from '../../../../catalog/failures/fault.ts'
import { polylineLength, resamplePolyline } from '../../../geometry/polyline.ts'
import type { Product } from '../../../product/product.ts'
import { readProduct } from '../../../product/read-product.ts'
import { closeMask } from '../../../raster/mask/close-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { CutGarment } from '../garment.ts'
import { GARMENT_GROUND } from '../tuning.ts'
import { smoothFaintOutline } from './smooth-faint-outline.ts'
import { traceOutline } from './trace-outline.ts'
import { trimBands } from './trim-bands.ts'

/**
 * Cuts a garment out of its picture, in the ways in which it can be, the likelier first: with its soft shadow taken for
 * ground, or, where that takes pale cloth along, by the ground's very colour.
 * @throws Fault `reference` where nothing can be told from the ground
 */
export function cutGarment(picture: Picture): CutGarment[] {
  const trimmed = trimBands(picture)
  const cut = (ground: 'shaded' | 'even'): Product | Fault => {
    try {
      return readProduct(trimmed, { removeBackground: true, index: 0, ground, goods: 'garment' })
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }
  const [shaded, even] = [cut('shaded'), cut('even')]
  if (even instanceof Fault) {
    if (shaded instanceof Fault) throw shaded
    return [shaded]
  }
  if (shaded instanceof Fault) return [smoothFaintOutline(even, trimmed)]
  return isTorn(shaded, even) ? [smoothFaintOutline(even, trimmed), shaded] : [shaded, even]
}

/** Cuts a garment out of its picture by a mask, white on the garment. */
export function cutByMask(picture: Picture, mask: Picture): Product {
  return readProduct(picture, { mask, removeBackground: true, index: 0, goods: 'garment' })
}

/** Whether a cut-out lacks pieces that another has: much of it, or some, and its outline or its holes are ragged. */
function isTorn(one: Product, other: Product): boolean {
  const [own, whole] = [measure(one), measure(other)]
  if (!own) return true
  if (!whole || whole.area < GARMENT_GROUND.more * own.area) return false
  return (
    whole.area > GARMENT_GROUND.most * own.area ||
    own.ragged > GARMENT_GROUND.ragged * whole.ragged ||
    own.edges > GARMENT_GROUND.edges * whole.edges
  )
}

/**
 * The area of a cut-out in pixels of its picture, how much longer its outline is than one without its teeth, and the
 * length of all of its edges, those of holes among them. Teeth of single pixels count as none: where pale stripes meet
 * the ground, their mixed edges come out so.
 */
function measure(product: Product): { area: number; ragged: number; edges: number } | undefined {
  const { data } = product
  const solid = new Uint8Array(product.width * product.height)
  let covered = 0
  for (let i = 0; i < solid.length; i++) {
    const share = data[4 * i + 3]!
    if (share > 0.5) solid[i] = 1
    covered += share
  }
  const whole = closeMask(solid, product, 1)
  const traced = traceOutline(new Float32Array(whole), product)
  if (!traced) return undefined
  const area = traced.share * covered
  const closed = [...traced.outline, traced.outline[0]!]
  const smooth = resamplePolyline(closed, GARMENT_GROUND.points)
  return {
    area: area * product.scale ** 2,
    ragged: polylineLength(closed) / polylineLength(smooth),
    edges: edgesOf(whole, product) * product.scale,
  }
}

/** The number of sides of pixels between what is in a mask and what is not. */
function edgesOf(mask: Uint8Array, { width }: Product): number {
  let count = 0
  for (let at = 0; at < mask.length; at++) {
    if (at % width > 0 && mask[at] !== mask[at - 1]) count++
    if (at >= width && mask[at] !== mask[at - width]) count++
  }
  return count
}
