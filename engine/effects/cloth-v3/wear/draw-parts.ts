import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import type { Size } from '../../../geometry/size.ts'
import { matchPhoto, measurePhotography } from '../../../product/match-photo.ts'
import type { Product } from '../../../product/product.ts'
import { type Layer, renderProduct } from '../../../product/render-product.ts'
import { boxOfMeshes, type Mesh, placementOfMeshes } from '../fit/mesh.ts'
import type { FittedGarment, GarmentPart } from '../fitted-garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import { shadingOfGarments } from './shading.ts'
import { OUTLINE_REACH, softenOutline } from './soften-outline.ts'

/**
 * A part of a garment as it looks in the photo, its shadow's strength, and by pixel of its box the share of it that
 * lies behind hair, a face or a bare arm.
 */
export type DrawnPart = { drawn: Layer; shadow: number; behind: Float32Array }

/** Draws the parts of a garment in the light and for the camera of the photo; none that lie outside it. */
export function drawParts(
  wearer: Wearer,
  product: Product,
  { parts, scale, instead, lit }: FittedGarment,
): DrawnPart[] {
  const { picture, body, torso } = wearer
  const box = boxOf(
    parts.flatMap(({ meshes }) => meshes),
    picture,
  )
  const shading = shadingOfGarments(picture, lit ?? [instead], box, torso.shoulders)
  const photography = measurePhotography(picture, body.box)
  const drawn = parts.flatMap((part) => {
    const own = boxOf(part.meshes, picture)
    if (own.width === 0 || own.height === 0) return []
    const layer = renderProduct(product, own, placementOfMeshes(part.meshes, own), 1 / scale)
    matchPhoto(layer, photography)
    return [{ part, layer }]
  })
  softenOutline(
    drawn.map(({ layer }) => layer),
    photography.blur,
  )
  return drawn.map(({ part, layer }) => ({
    drawn: layer,
    shadow: part.shadow,
    behind: layBehind(layer, part, { box, shading, width: picture.width }),
  }))
}

function boxOf(meshes: readonly Mesh[], picture: Size): Box {
  return clampBox(growBox(boxOfMeshes(meshes), OUTLINE_REACH), picture)
}

/** The share of each pixel that parts cover, 0–1. */
export function coverageOf(parts: readonly DrawnPart[], { width, height }: Size): Float32Array {
  const covered = new Float32Array(width * height)
  for (const { drawn } of parts) addCoverage(covered, drawn, width)
  return covered
}

function addCoverage(covered: Float32Array, { box, data }: Layer, width: number): void {
  for (let y = 0; y < box.height; y++) {
    const row = data.subarray(4 * y * box.width, 4 * (y + 1) * box.width)
    coverRow(covered, (box.top + y) * width + box.left, row)
  }
}

function coverRow(covered: Float32Array, start: number, row: Float32Array): void {
  for (let i = 3, at = start; i < row.length; i += 4, at++) {
    covered[at] = 1 - (1 - covered[at]!) * (1 - row[i]!)
  }
}

/**
 * Lights a part in place, and takes out what lies behind hair, a face or an arm.
 * @returns the share of each of its pixels that does
 */
function layBehind(
  { box, data }: Layer,
  { shows }: GarmentPart,
  light: { box: Box; shading: Float32Array; width: number },
): Float32Array {
  const behind = new Float32Array(box.width * box.height)
  const layRow = (y: number): void => {
    const row = (y - light.box.top) * light.box.width + box.left - light.box.left
    const at = y * light.width + box.left
    for (let x = 0, i = (y - box.top) * box.width; x < box.width; x++, i++) {
      const share = shows(at + x, box.left + x, y)
      behind[i] = data[4 * i + 3]! * (1 - share)
      const lit = light.shading[row + x]!
      for (let c = 0; c < 4; c++) data[4 * i + c] = data[4 * i + c]! * share * (c < 3 ? lit : 1)
    }
  }
  for (let y = box.top; y < box.top + box.height; y++) layRow(y)
  return behind
}
