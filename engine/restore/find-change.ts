import { lowerQuantileOrZero } from '../geometry/quantile.ts'
import { blur } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import type { ServicePictures } from './read-service-picture.ts'
import {
  CHANGE_LEAST_NOISE,
  CHANGE_LIKELY,
  CHANGE_MOST_NOISE,
  CHANGE_NOISE_SIGMA,
  CHANGE_PIXELS,
  CHANGE_QUIET,
  CHANGE_SIGMA,
  CHANGE_SURE,
} from './tuning.ts'

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
  const least = (CHANGE_LEAST_NOISE / 255) ** 2
  const noise = blur(compression, sent, CHANGE_NOISE_SIGMA).map((value) => value + least)
  const difference = new Float32Array(noise.length)
  for (const [c, plane] of sent.channels.entries()) {
    addSquare({ difference, a: plane, b: returned.channels[c]! })
  }
  const measured = blur(difference, sent, CHANGE_SIGMA)
  // Chroma is compressed more than lightness, by which the noise is known: all channels share it.
  ratio({ measured, noise }, { channels: sent.channels.length })
  const excess = Math.min(CHANGE_MOST_NOISE, Math.max(1, quietLevel(measured)))
  const changed = new Float32Array(noise.length)
  const limits = {
    low: CHANGE_LIKELY ** 2 * excess,
    high: CHANGE_SURE ** 2 * excess,
    share: 0,
    most: Infinity,
  }
  for (const { pixels } of findComponents(measured, width, limits)) {
    if (pixels.length >= CHANGE_PIXELS) for (const at of pixels) changed[at] = 1
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

/** The value that {@link CHANGE_QUIET} of a plane's values lie below; every seventh is looked at. */
function quietLevel(plane: Float32Array): number {
  const values = Float32Array.from({ length: Math.ceil(plane.length / 7) }, (_, n) => plane[7 * n]!)
  return lowerQuantileOrZero(values, CHANGE_QUIET)
}
