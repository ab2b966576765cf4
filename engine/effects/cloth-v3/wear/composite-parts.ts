import { castShadow } from '../../../product/cast-shadow.ts'
import { layShadow } from '../../../product/lay-shadow.ts'
import type { Layer } from '../../../product/render-product.ts'
import { linearToSrgb, srgbToLinear } from '../../../raster/colour/lab.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { Wearer } from '../measure/wearer.ts'
import { COVER_SEEN, GARMENT_SHADOW } from '../tuning.ts'
import type { DrawnPart } from './draw-parts.ts'

/** Lays parts over the person in place, one after the other, each with its shadow. */
export function compositeParts(out: Picture, parts: readonly DrawnPart[], wearer: Wearer): void {
  for (const { drawn, shadow } of parts) {
    shadowUnder(out, drawn, shadow, wearer)
    composite(out, drawn)
  }
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
    offset: { x: 0, y: GARMENT_SHADOW.below * torso.shoulders },
    sigma: Math.max(1, GARMENT_SHADOW.sigma * torso.shoulders),
    receives: (x, y) => {
      if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return 0
      return body.mask.data[y * picture.width + x]! / 255
    },
  })
  layShadow(out, cast)
}

/** Linear light of whole sRGB levels. */
const LIGHT = Float64Array.from({ length: 256 }, (_, level) => srgbToLinear(level))

function composite(out: Picture, { box, data }: Layer): void {
  for (let y = 0; y < box.height; y++) {
    const row = data.subarray(4 * y * box.width, 4 * (y + 1) * box.width)
    compositeRow(out.data, 4 * ((box.top + y) * out.width + box.left), row)
  }
}

function compositeRow(pixels: Uint8ClampedArray, start: number, row: Float32Array): void {
  for (let i = 0, to = start; i < row.length; i += 4, to += 4) {
    const alpha = row[i + 3]!
    if (alpha < COVER_SEEN) continue
    for (let c = 0; c < 3; c++) {
      const under = LIGHT[pixels[to + c]!]! * (1 - alpha)
      pixels[to + c] = linearToSrgb(row[i + c]! + under)
    }
  }
}
