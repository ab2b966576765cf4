import { boxOfPlane } from '../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { debugPlane } from '../raster/debug.ts'
import { blur } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { cropPlane } from '../raster/pixels/crop.ts'
import { estimateDisplacement } from './estimate-displacement.ts'
import { findChange } from './find-change.ts'
import { lightness, type Planes, type ServicePictures } from './read-service-picture.ts'
import { type DenseDisplacement, sampleDisplaced } from './sample-displaced.ts'
import { LEAST_POWER, SPLIT_COARSER, SPLIT_COMPARED, SPLIT_DETAIL, SPLIT_LIGHT } from './tuning.ts'

/**
 * A change in the pixels of what was sent, split so that each part can be carried to the size of the source: a pixel of
 * the result is `detail` times what the source shows at p + d(p), plus `base`; and `mask` of it replaces the source's.
 */
export type Change = DenseDisplacement & {
  /** Where in the sent picture the planes lie. */
  area: Box
  /** Size of the sent picture. */
  sent: Size
  /** 0–1: where and how much the source is replaced. */
  mask: Float32Array
  /** 0–1: how much of the source's own detail the change keeps. */
  detail: Float32Array
  /** For each channel what is added, in levels of 0–1. */
  base: Float32Array[]
}

/** Pixels around a change that motion is estimated on. */
const MARGIN = 24

/**
 * Splits what a service changed into motion, colour and new content.
 *
 * Motion moves the source's own pixels. What motion leaves is a difference of colour; its fine part counts as far as it
 * exceeds the noise of compression (Wiener 1949). `detail` is the regression of the returned picture's finest detail on
 * that of the moved original: 1 where it is the same, less where it was smoothed, 0 where the content is new. What
 * smooths a picture takes its finest detail first, so coarser detail tells how much is kept where noise hides it.
 * @returns undefined where nothing changed
 */
export function splitChange(pictures: ServicePictures): Change | undefined {
  const { width, height } = pictures.sent
  const found = findChange(pictures)
  const area = boundsOf(found.mask, { width, height })
  if (!area) return undefined
  const sent = cut(pictures.sent, area)
  const returned = cut(pictures.returned, area)
  const [mask, noise] = [found.mask, found.noise].map((plane) => cropPlane(plane, width, area))
  const size = { width: area.width, height: area.height }
  const before = lightness(sent)
  const after = lightness(returned)
  const field = estimateDisplacement(before, after, noise!, size)
  const movedLightness = new Float32Array(before.length)
  sampleDisplaced(before, size, field, movedLightness)
  const detail = keptDetail(movedLightness, after, noise!, size)
  const base = sent.channels.map((plane, c) => {
    const moved = new Float32Array(plane.length)
    sampleDisplaced(plane, size, field, moved)
    return baseOf(moved, returned.channels[c]!, detail, noise!, size)
  })
  debugPlane('change', mask!, size)
  debugPlane('moved-x', field.dx, size, [-20, 20])
  debugPlane('moved-y', field.dy, size, [-20, 20])
  debugPlane('kept-detail', detail, size)
  return { ...field, area, sent: { width, height }, mask: mask!, detail, base }
}

/** The share of the moved original's detail that the returned picture has. */
function keptDetail(
  moved: Float32Array,
  returned: Float32Array,
  noise: Float32Array,
  size: Size,
): Float32Array {
  // Of places that are flat at every scale nothing is known: they keep the source's grain.
  let expected: Float32Array = new Float32Array(moved.length).fill(1)
  for (const sigma of [...SPLIT_COARSER, SPLIT_DETAIL]) {
    const own = moved.slice()
    const other = returned.slice()
    subtract({ detail: own, light: blur(moved, size, sigma) })
    subtract({ detail: other, light: blur(returned, size, sigma) })
    const both = own.slice()
    multiply({ product: both, other })
    square({ plane: own })
    const common = blur(both, size, SPLIT_COMPARED * sigma)
    const power = blur(own, size, SPLIT_COMPARED * sigma)
    regress({ common, power, noise, expected })
    expected = common
  }
  return expected
}

/** What is added to the detail that is kept: the moved original as far as its detail is not kept, and the change. */
function baseOf(
  moved: Float32Array,
  returned: Float32Array,
  detail: Float32Array,
  noise: Float32Array,
  size: Size,
): Float32Array {
  const own = moved.slice()
  const other = returned.slice()
  const [before, after] = [blur(moved, size, SPLIT_LIGHT), blur(returned, size, SPLIT_LIGHT)]
  subtract({ detail: own, light: before })
  subtract({ detail: other, light: after })
  // Of the returned picture's detail, what the share that is kept does not explain.
  unexplain({ other, own, detail })
  const power = other.slice()
  square({ plane: power })
  const fine = blur(power, size, SPLIT_DETAIL)
  compose({ other, after, before, fine, noise, detail }, { least: LEAST_POWER })
  return other
}

const subtract = formula({ planes: ['detail', 'light'] }, 'detail = detail - light')
const multiply = formula({ planes: ['product', 'other'] }, 'product = product * other')
const square = formula({ planes: ['plane'] }, 'plane = plane * plane')

const unexplain = formula({ planes: ['other', 'own', 'detail'] }, 'other = other - detail * own')

const regress = formula(
  { planes: ['common', 'power', 'noise', 'expected'] },
  'common = min(1, max(0, (common + expected * noise) / (power + noise)))',
)

const compose = formula(
  { planes: ['other', 'after', 'before', 'fine', 'noise', 'detail'], scalars: ['least'] },
  `kept = max(0, 1 - 2 * noise / (fine + least))
  other = after - detail * before + kept * other`,
)

/** The bounds of what a mask selects, with a margin; undefined where it selects nothing. */
function boundsOf(mask: Float32Array, size: Size): Box | undefined {
  const box = boxOfPlane(mask, size)
  return box && clampBox(growBox(box, MARGIN), size)
}

function cut(planes: Planes, area: Box): Planes {
  const { width, height } = area
  return {
    width,
    height,
    channels: planes.channels.map((plane) => cropPlane(plane, planes.width, area)),
  }
}
