import { boxMean, type Plane } from './box-mean.ts'

/** Red, green and blue, 0–1. */
export type Guide = readonly [Plane, Plane, Plane]

/** The mask as a linear function of the picture's colour around each pixel: r·red + g·green + b·blue + offset. */
export type GuidedFilterCoefficients = { red: Plane; green: Plane; blue: Plane; offset: Plane }

/**
 * The guided filter (He, Sun, Tang 2013) with a colour guide: explains a mask by the picture's colours nearby, so
 * that applied to the picture, at any resolution, its edges run along the picture's.
 * @param radius of the neighbourhood, pixels: how far a mask's edge may be off
 * @param smoothness colour variance (0–1 squared) that still counts as one surface
 */
export function guidedFilterCoefficients(
  guide: Guide,
  mask: Plane,
  size: { width: number; height: number },
  radius: number,
  smoothness: number,
): GuidedFilterCoefficients {
  const mean = (plane: Plane): Plane => boxMean(plane, size.width, size.height, radius)
  const [red, green, blue] = guide
  const means: Guide = [mean(red), mean(green), mean(blue)]
  const [withRed, withGreen, withBlue] = guide.map((plane) => mean(product(plane, mask)))
  const fit: GuidedFilterCoefficients = {
    red: withRed!,
    green: withGreen!,
    blue: withBlue!,
    offset: mean(mask),
  }
  solveCoefficients(fit, means, meanProducts(guide, mean), smoothness)
  return {
    red: mean(fit.red),
    green: mean(fit.green),
    blue: mean(fit.blue),
    offset: mean(fit.offset),
  }
}

/** The means of the products of two colours: red with red, green and blue, green with green and blue, blue with blue. */
type Products = readonly [Plane, Plane, Plane, Plane, Plane, Plane]

function meanProducts([red, green, blue]: Guide, mean: (plane: Plane) => Plane): Products {
  return [
    mean(product(red, red)),
    mean(product(red, green)),
    mean(product(red, blue)),
    mean(product(green, green)),
    mean(product(green, blue)),
    mean(product(blue, blue)),
  ]
}

/**
 * Solves each pixel's symmetric 3 × 3 system by cofactors; the added smoothness keeps it regular. Written out, since it
 * is done some hundred thousand times a mask.
 * @param fit the means of the mask's products with the colours and of the mask itself; becomes slopes and offset
 */
function solveCoefficients(
  fit: GuidedFilterCoefficients,
  means: Guide,
  products: Products,
  smoothness: number,
): void {
  const { red, green, blue, offset } = fit
  const [meanRed, meanGreen, meanBlue] = means
  const [redRed, redGreen, redBlue, greenGreen, greenBlue, blueBlue] = products
  for (let at = 0; at < offset.length; at++) {
    const mr = meanRed[at]!
    const mg = meanGreen[at]!
    const mb = meanBlue[at]!
    const mask = offset[at]!
    const a = redRed[at]! - mr * mr + smoothness
    const b = redGreen[at]! - mr * mg
    const c = redBlue[at]! - mr * mb
    const d = greenGreen[at]! - mg * mg + smoothness
    const e = greenBlue[at]! - mg * mb
    const f = blueBlue[at]! - mb * mb + smoothness
    const x = red[at]! - mr * mask
    const y = green[at]! - mg * mask
    const z = blue[at]! - mb * mask
    const p = d * f - e * e
    const q = c * e - b * f
    const r = b * e - c * d
    const t = b * c - a * e
    const scale = 1 / (a * p + b * q + c * r)
    const slopeRed = (p * x + q * y + r * z) * scale
    const slopeGreen = (q * x + (a * f - c * c) * y + t * z) * scale
    const slopeBlue = (r * x + t * y + (a * d - b * b) * z) * scale
    red[at] = slopeRed
    green[at] = slopeGreen
    blue[at] = slopeBlue
    offset[at] = mask - slopeRed * mr - slopeGreen * mg - slopeBlue * mb
  }
}

function product(a: Plane, b: Plane): Plane {
  const out = new Float32Array(a.length)
  for (let at = 0; at < out.length; at++) out[at] = a[at]! * b[at]!
  return out
}
