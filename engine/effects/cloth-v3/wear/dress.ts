import { Fault } from '../../../../catalog/fault.ts'
import { type Box, clampBox } from '../../../geometry/box.ts'
import { castShadow } from '../../../product/cast-shadow.ts'
import { matchPhoto, measurePhotography, type Photography } from '../../../product/match-photo.ts'
import type { Product } from '../../../product/product.ts'
import { type Layer, renderProduct } from '../../../product/render-product.ts'
import { linearToSrgb, srgbToLinear } from '../../../raster/colour/lab.ts'
import type { Picture } from '../../../raster/picture.ts'
import { boxAround, foldedShare, type Mesh, placementOf } from '../fit/mesh.ts'
import type { Wearer } from '../measure/wearer.ts'
import { closeSlits } from './close-slits.ts'
import type { Dressing, Part } from './dressing.ts'
import { withoutOldBehindHair } from './old-behind-hair.ts'
import { replaceUncovered } from './replace-uncovered.ts'
import { shadingOfAll } from './shading.ts'

/**
 * Dresses somebody. What was worn and is not covered is replaced by skin in the neck's opening and by the background
 * beside the person.
 * @throws Fault `mismatch` where more than a rim of what was worn would have to be replaced
 */
export function dressIn(wearer: Wearer, product: Product, dressing: Dressing): Picture {
  const { picture, body, torso } = wearer
  const { parts, scale, instead } = dressing
  const meshes = parts.flatMap((part) => part.meshes)
  requireUnfolded(meshes)
  const whole = clampBox(boxAround(meshes), picture)
  const light = {
    box: whole,
    shading: shadingOfAll(picture, dressing.lit ?? [instead], whole, torso.shoulders),
    photography: measurePhotography(picture, body.box),
  }
  const layers = parts.flatMap((part) => {
    const drawn = drawPart(part, { wearer, product, scale, light })
    return drawn ? [{ drawn, shadow: part.shadow }] : []
  })
  const covered = new Float32Array(picture.width * picture.height)
  for (const { drawn } of layers) addCoverage(covered, drawn, picture.width)
  dressing.check?.(covered)
  const out = replaceUncovered(wearer, dressing, covered)
  withoutOldBehindHair(out, wearer, instead, covered)
  for (const { drawn, shadow } of layers) {
    shadowUnder(out, drawn, shadow, wearer)
    composite(out, drawn)
  }
  closeSlits(out, instead, covered)
  return out
}

/** More of a part than this may not be turned over. */
const FOLDED = 0.08

function requireUnfolded(meshes: readonly Mesh[]): void {
  if (meshes.every((mesh) => foldedShare(mesh) < FOLDED)) return
  throw new Fault(
    'pose',
    'The garment would lie folded over. Somebody who stands upright, facing the camera, arms off the body, can be ' +
      'dressed.',
  )
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
  { meshes, shows }: Part,
  { wearer, product, scale, light }: Drawing,
): Layer | undefined {
  const { picture } = wearer
  const box = clampBox(boxAround(meshes), picture)
  if (box.width === 0 || box.height === 0) return undefined
  const layer = renderProduct(product, box, placementOf(meshes, box), 1 / scale)
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

/** Darkens the person beside and below a part: it has a thickness. */
function shadowUnder(
  out: Picture,
  layer: Layer,
  intensity: number,
  { picture, body, torso }: Wearer,
): void {
  const cast = castShadow(layer, {
    intensity,
    offset: { x: 0, y: 0.02 * torso.shoulders },
    sigma: Math.max(1, 0.02 * torso.shoulders),
    receives: (x, y) => {
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return 0
      return body.mask.data[y * picture.width + x]! / 255
    },
  })
  darken(out, cast.box, cast.data)
}

function darken(out: Picture, box: Box, data: Float32Array): void {
  for (let row = 0, i = 0; row < box.height; row++) {
    const y = box.top + row
    for (let column = 0; column < box.width; column++, i++) {
      const x = box.left + column
      if (data[i] === 0 || x < 0 || y < 0 || x >= out.width || y >= out.height) continue
      const to = (y * out.width + x) * 4
      for (let c = 0; c < 3; c++) {
        out.data[to + c] = linearToSrgb(srgbToLinear(out.data[to + c]!) * (1 - data[i]!))
      }
    }
  }
}

function composite(out: Picture, { box, data }: Layer): void {
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      const alpha = data[i * 4 + 3]!
      if (alpha < 0.004) continue
      const to = ((box.top + y) * out.width + box.left + x) * 4
      for (let c = 0; c < 3; c++) {
        const under = srgbToLinear(out.data[to + c]!) * (1 - alpha)
        out.data[to + c] = linearToSrgb(data[i * 4 + c]! + under)
      }
    }
  }
}
