import { lowerQuantileOrZero } from '../geometry/quantile.ts'
import { blur } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import type { ServicePictures } from './read-service-picture.ts'

/** Sigma in pixels over which a difference is measured, and over which noise is taken to be alike. */
const MEASURED_SIGMA = 1.5
const NOISE_SIGMA = 4

/** The difference, in levels of 0–255, that rounding and another decoder make. */
const LEAST_NOISE = 1.2

/** Differences, in deviations of the noise: from the first a change is sure, down to the second it goes on. */
const SURE = 5
const LIKELY = 2.2

/** The fewest pixels of a change. */
const LEAST_PIXELS = 12

/**
 * The share of the picture that is taken to be unchanged when its noise is measured, and the most that measured noise
 * may exceed what compressing explains: services compress in ways of their own, but a change is none of them.
 */
const QUIET_SHARE = 0.1
const MOST_NOISE = 4

/** Sigma in pixels that a change is closed and widened by, for its edges to be soft. */
const CLOSING_SIGMA = 5
const EDGE_SIGMA = 2

export type FoundChange = {
  /** 0–1: where the service changed the picture, with soft edges that lie around the change. */
  mask: Float32Array
  /** The mean squared difference of lightness that compressing makes at each pixel. */
  noise: Float32Array
}

/**
 * Finds where a service changed a picture. Differences are held against the noise of the returned file's compression,
 * which is known for each pixel because the same compression was made of what was sent.
 */
export function findChange({ sent, returned, noise: compression }: ServicePictures): FoundChange {
  const { width, height } = sent
  const least = (LEAST_NOISE / 255) ** 2
  const noise = blur(compression, sent, NOISE_SIGMA).map((value) => value + least)
  const difference = new Float32Array(noise.length)
  for (const [c, plane] of sent.channels.entries()) {
    addSquare({ difference, a: plane, b: returned.channels[c]! })
  }
  const measured = blur(difference, sent, MEASURED_SIGMA)
  // Chroma is compressed more than lightness, by which the noise is known: all channels share it.
  ratio({ measured, noise }, { channels: sent.channels.length })
  const excess = Math.min(MOST_NOISE, Math.max(1, quietLevel(measured)))
  const changed = new Float32Array(noise.length)
  const limits = { low: LIKELY ** 2 * excess, high: SURE ** 2 * excess, share: 0, most: Infinity }
  for (const { pixels } of findComponents(measured, width, limits)) {
    if (pixels.length >= LEAST_PIXELS) for (const at of pixels) changed[at] = 1
  }
  const closed = blur(changed, { width, height }, CLOSING_SIGMA)
  join({ changed, closed })
  const mask = blur(changed, { width, height }, EDGE_SIGMA)
  widen({ mask })
  return { mask, noise }
}

const addSquare = formula(
  { planes: ['difference', 'a', 'b'] },
  'difference = difference + square(a - b)',
)

const ratio = formula(
  { planes: ['measured', 'noise'], scalars: ['channels'] },
  'measured = measured / (channels * noise)',
)

/** Closes gaps and small holes. */
const join = formula(
  { planes: ['changed', 'closed'] },
  'changed = max(changed, smoothstep(0.45, 0.6, closed))',
)

/** Takes the soft edge of a blurred mask outwards, so that the mask is 1 on all of the change. */
const widen = formula({ planes: ['mask'] }, 'mask = smoothstep(0.02, 0.4, mask)')

/** The value that {@link QUIET_SHARE} of a plane's values lie below; every seventh is looked at. */
function quietLevel(plane: Float32Array): number {
  const values = Float32Array.from({ length: Math.ceil(plane.length / 7) }, (_, n) => plane[7 * n]!)
  return lowerQuantileOrZero(values, QUIET_SHARE)
}
