import { boxMean, type Plane } from './box-mean.ts'

/** The guide of the filter: the red, green and blue of a picture, 0–1. */
export type Guide = readonly [Plane, Plane, Plane]

/** The local linear model: near each pixel the mask is red · r + green · g + blue · b + offset. */
export type GuidedFilterCoefficients = { red: Plane; green: Plane; blue: Plane; offset: Plane }

/**
 * The averaged coefficients of the guided filter with a colour guide (He, Sun and Tang, "Guided Image Filtering",
 * ECCV 2010 and TPAMI 2013). Applied to the picture, they give a mask whose edges follow the edges of the picture.
 * They can be computed on a small copy and applied at full size (He and Sun, "Fast Guided Filter", 2015).
 * @param mask the filter's input, 0–1
 * @param size of all planes, in pixels
 * @param radius of the box filter, in pixels: how far the edge of the mask can be off
 * @param smoothness the regularization ε: colour variance (0–1 squared) that still counts as one surface
 */
export function guidedFilterCoefficients(
  guide: Guide,
  mask: Plane,
  size: { width: number; height: number },
  radius: number,
  smoothness: number,
): GuidedFilterCoefficients {
  return guidedFilterBy(guide, size, radius, smoothness)(mask)
}

/** The filter of several masks by one guide, whose own means are taken once. */
export function guidedFilterBy(
  guide: Guide,
  size: { width: number; height: number },
  radius: number,
  smoothness: number,
): (mask: Plane) => GuidedFilterCoefficients {
  const mean = (plane: Plane): Plane => boxMean(plane, size.width, size.height, radius)
  const [red, green, blue] = guide
  const means: Guide = [mean(red), mean(green), mean(blue)]
  const products = meanProducts(guide, mean)
  return (mask) => {
    const [withRed, withGreen, withBlue] = guide.map((plane) => mean(product(plane, mask)))
    const fit: GuidedFilterCoefficients = {
      red: withRed!,
      green: withGreen!,
      blue: withBlue!,
      offset: mean(mask),
    }
    solveCoefficients(fit, means, products, smoothness)
    return {
      red: mean(fit.red),
      green: mean(fit.green),
      blue: mean(fit.blue),
      offset: mean(fit.offset),
    }
  }
}

/** The local means of red², red · green, red · blue, green², green · blue and blue². */
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
 * Solves (Σ + εI) a = cov(colour, mask) for each pixel by cofactors, where Σ is the covariance of the colours. The
 * solution is written out because it runs some hundred thousand times a mask.
 * @param fit on entry the means of mask · colour and of the mask; on return the slopes and the offset
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
