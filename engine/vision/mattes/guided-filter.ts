import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, copyInto, withArena } from '../../raster/arena.ts'
import { interleavedBoxMean } from '../../raster/filter/interleaved-box-mean.ts'
import type { Plane } from './box-mean.ts'

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
  size: Size,
  radius: number,
  smoothness: number,
): GuidedFilterCoefficients {
  return guidedFilterBy(guide, size, radius, smoothness)(mask)
}

/** The filter of several masks by one guide, whose own means are taken once, in the open arena if there is one. */
export function guidedFilterBy(
  guide: Guide,
  size: Size,
  radius: number,
  smoothness: number,
): (mask: Plane) => GuidedFilterCoefficients {
  const { length } = guide[0]
  const mean = (values: Plane, means: Plane): Plane => {
    interleavedBoxMean(values, size, radius, means)
    return means
  }
  const room = () => allocPlane(4 * length)
  const colours = interleave(guide, room())
  const [means, own, mixed] = [room(), room(), room()]
  withArena(() => {
    const scratch = room()
    const [squares, others] = productsOf(colours)
    copyInto(means, mean(colours, scratch))
    copyInto(own, mean(squares, scratch))
    copyInto(mixed, mean(others, scratch))
  })
  return (mask) => {
    const plane = () => allocPlane(length)
    const planes = { red: plane(), green: plane(), blue: plane(), offset: plane() }
    withArena(() => {
      const weighed = room()
      weigh(colours, mask, weighed)
      const fit = mean(weighed, room())
      solveCoefficients(fit, means, own, mixed, smoothness)
      separate(mean(fit, weighed), planes)
    })
    return planes
  }
}

/** Writes red, green, blue and 1 of each pixel side by side. */
function interleave([red, green, blue]: Guide, values: Plane): Plane {
  for (let at = 0, to = 0; at < red.length; at++, to += 4) {
    values[to] = red[at]!
    values[to + 1] = green[at]!
    values[to + 2] = blue[at]!
    values[to + 3] = 1
  }
  return values
}

/** For each pixel red², red · green, red · blue and green²; then green · blue, blue², and twice 0. */
function productsOf(colours: Plane): [Plane, Plane] {
  const [own, mixed] = [allocPlane(colours.length), allocZeroPlane(colours.length)]
  for (let at = 0; at < colours.length; at += 4) {
    const r = colours[at]!
    const g = colours[at + 1]!
    const b = colours[at + 2]!
    own[at] = r * r
    own[at + 1] = r * g
    own[at + 2] = r * b
    own[at + 3] = g * g
    mixed[at] = g * b
    mixed[at + 1] = b * b
  }
  return [own, mixed]
}

/** All four values of each pixel times that of the mask. */
function weigh(colours: Plane, mask: Plane, values: Plane): void {
  for (let at = 0, to = 0; at < mask.length; at++, to += 4) {
    const share = mask[at]!
    values[to] = colours[to]! * share
    values[to + 1] = colours[to + 1]! * share
    values[to + 2] = colours[to + 2]! * share
    values[to + 3] = share
  }
}

/**
 * Solves (Σ + εI) a = cov(colour, mask) for each pixel by cofactors, where Σ is the covariance of the colours. The
 * solution is written out because it runs some hundred thousand times a mask.
 * @param fit on entry the means of mask · colour and of the mask; on return the slopes and the offset
 * @param own and `mixed`: the means of what {@link productsOf} gives
 */
function solveCoefficients(
  fit: Plane,
  means: Plane,
  own: Plane,
  mixed: Plane,
  smoothness: number,
): void {
  for (let at = 0; at < fit.length; at += 4) {
    const mr = means[at]!
    const mg = means[at + 1]!
    const mb = means[at + 2]!
    const mask = fit[at + 3]!
    const a = own[at]! - mr * mr + smoothness
    const b = own[at + 1]! - mr * mg
    const c = own[at + 2]! - mr * mb
    const d = own[at + 3]! - mg * mg + smoothness
    const e = mixed[at]! - mg * mb
    const f = mixed[at + 1]! - mb * mb + smoothness
    const x = fit[at]! - mr * mask
    const y = fit[at + 1]! - mg * mask
    const z = fit[at + 2]! - mb * mask
    const p = d * f - e * e
    const q = c * e - b * f
    const r = b * e - c * d
    const t = b * c - a * e
    const scale = 1 / (a * p + b * q + c * r)
    const slopeRed = (p * x + q * y + r * z) * scale
    const slopeGreen = (q * x + (a * f - c * c) * y + t * z) * scale
    const slopeBlue = (r * x + t * y + (a * d - b * b) * z) * scale
    fit[at] = slopeRed
    fit[at + 1] = slopeGreen
    fit[at + 2] = slopeBlue
    fit[at + 3] = mask - slopeRed * mr - slopeGreen * mg - slopeBlue * mb
  }
}

function separate(fit: Plane, { red, green, blue, offset }: GuidedFilterCoefficients): void {
  for (let at = 0, from = 0; at < offset.length; at++, from += 4) {
    red[at] = fit[from]!
    green[at] = fit[from + 1]!
    blue[at] = fit[from + 2]!
    offset[at] = fit[from + 3]!
  }
}
