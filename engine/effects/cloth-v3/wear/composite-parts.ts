import type { Box } from '../../../geometry/box.ts'
import { castShadow } from '../../../product/cast-shadow.ts'
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
      if (alpha < COVER_SEEN) continue
      const to = ((box.top + y) * out.width + box.left + x) * 4
      for (let c = 0; c < 3; c++) {
        const under = srgbToLinear(out.data[to + c]!) * (1 - alpha)
        out.data[to + c] = linearToSrgb(data[i * 4 + c]! + under)
      }
    }
  }
}
