import { type Box, clampBox } from '../../../geometry/box.ts'
import type { Size } from '../../../geometry/size.ts'
import { matchPhoto, measurePhotography, type Photography } from '../../../product/match-photo.ts'
import type { Product } from '../../../product/product.ts'
import { type Layer, renderProduct } from '../../../product/render-product.ts'
import { boxOfMeshes, placementOfMeshes } from '../fit/mesh.ts'
import type { FittedGarment, GarmentPart } from '../fitted-garment.ts'
import type { Wearer } from '../measure/wearer.ts'
import { shadingOfGarments } from './shading.ts'

/** A part of a garment as it looks in the photo, and its shadow's strength. */
export type DrawnPart = { drawn: Layer; shadow: number }

/** Draws the parts of a garment in the light and for the camera of the photo; none that lie outside it. */
export function drawParts(
  wearer: Wearer,
  product: Product,
  { parts, scale, instead, lit }: FittedGarment,
): DrawnPart[] {
  const { picture, body, torso } = wearer
  const box = clampBox(boxOfMeshes(parts.flatMap(({ meshes }) => meshes)), picture)
  const light = {
    box,
    shading: shadingOfGarments(picture, lit ?? [instead], box, torso.shoulders),
    photography: measurePhotography(picture, body.box),
  }
  return parts.flatMap((part) => {
    const drawn = drawPart(part, { wearer, product, scale, light })
    return drawn ? [{ drawn, shadow: part.shadow }] : []
  })
}

/** The share of each pixel that parts cover, 0–1. */
export function coverageOf(parts: readonly DrawnPart[], { width, height }: Size): Float32Array {
  const covered = new Float32Array(width * height)
  for (const { drawn } of parts) addCoverage(covered, drawn, width)
  return covered
}

function addCoverage(covered: Float32Array, { box, data }: Layer, width: number): void {
  for (let y = 0, i = 3; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i += 4) {
      const at = (box.top + y) * width + box.left + x
      covered[at] = 1 - (1 - covered[at]!) * (1 - data[i]!)
    }
  }
}

/** The light and the camera that parts are drawn for. */
type PhotoLight = { box: Box; shading: Float32Array; photography: Photography }

type Drawing = { wearer: Wearer; product: Product; scale: number; light: PhotoLight }

function drawPart(
  { meshes, shows }: GarmentPart,
  { wearer, product, scale, light }: Drawing,
): Layer | undefined {
  const { picture } = wearer
  const box = clampBox(boxOfMeshes(meshes), picture)
  if (box.width === 0 || box.height === 0) return undefined
  const layer = renderProduct(product, box, placementOfMeshes(meshes, box), 1 / scale)
  matchPhoto(layer, light.photography)
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      const at = (box.top + y) * picture.width + box.left + x
      const share = shows(at, box.left + x, box.top + y)
      const lit =
        light.shading[
          (box.top + y - light.box.top) * light.box.width + box.left + x - light.box.left
        ]!
      for (let c = 0; c < 4; c++) {
        const k = i * 4 + c
        layer.data[k] = layer.data[k]! * share * (c < 3 ? lit : 1)
      }
    }
  }
  return layer
}
