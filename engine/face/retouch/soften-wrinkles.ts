import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { averageAlongLines, lineOrientation } from '../../raster/average-along-lines.ts'
import { blur, blurAllWithin, blurWithin, type Size } from '../../raster/blur.ts'
import { type Component, findComponents } from '../../raster/find-components.ts'
import { formula } from '../../raster/formula.ts'
import { halveSize } from '../../raster/half-size.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { ridgeResponse } from '../../raster/ridge-response.ts'
import type { FaceRegion, LabPlanes } from '../face-region.ts'
import type { RetouchFilter, RetouchState } from './retouch-state.ts'
import { wrinkleSearchMask } from './wrinkle-search-mask.ts'

/** Widths of wrinkles (sigma) that are looked for, in widths of the face. */
const WIDTHS = [0.004, 0.008, 0.013] as const

/** How deep a line is, L*, to be one, and to be followed along. */
const HYSTERESIS = { sure: 0.9, faint: 0.35 } as const

/** The least length of a wrinkle, in widths of the face, and the least ratio of length to width. */
const LINE = { length: 0.035, slender: 2 } as const

/** A groove's contrast to the skin beside it in {@link ridgeResponse}, where that fits its width best (Lindeberg 1998). */
const CONTRAST = 2.6

/** The share of a line that goes at full intensity, and the L* that a deep fold is lightened by at most. */
const MAX_SHARE = 0.85
const MAX_LIFT = 15

/** How softly, in widths of the face, what is left of a deep fold is drawn: a thin dark line is no shallow fold. */
const REST_SIGMA = 0.012

/** Black hair and frames of glasses have less than this share of the colour of the skin beside them; folds have more. */
const MIN_RELATIVE_CHROMA = 0.62

/** Chroma over light below which a picture has no colour to tell by. */
const MIN_CHROMA = 0.06

/** Widths of the face: what is coarser than the first is the face's form; lines are straight over the second. */
const FORM_SIGMA = 0.026
const STRAIGHT_SIGMA = 0.014

/** Detail off the lines that is stronger than so many times the skin's usual grain goes with them. */
const GRAIN = 4

/**
 * Softens wrinkles along their lines: their groove and the ridges beside it are led to the skin around, each line by one
 * share of its depth, so that a deep fold becomes a shallow one and not a thin one. Of a line goes what it has in common
 * along its length; pores and grain, which vary along it, stay, and so does the skin between the lines.
 */
export const softenWrinkles: RetouchFilter = (patient, intensity) => {
  const { region: canvas, lab } = patient
  const { faceWidth } = canvas
  const skin = wrinkleSearchMask(patient)
  const { cover, depth } = findWrinkles(patient, skin)
  const beside = allocPlane(skin.length)
  findBeside({ beside, skin, cover })
  const planes = [lab.l, lab.a, lab.b] as const
  const [l, a, b] = blurAllWithin(planes, beside, canvas, FORM_SIGMA * faceWidth)
  const details = [l!, a!, b!] as [Float32Array, Float32Array, Float32Array]
  for (const [nth, plane] of planes.entries()) {
    compare({ detail: details[nth]!, plane, skin })
  }
  const flow = lineOrientation(
    blur(lab.l, canvas, 0.004 * faceWidth),
    cover,
    canvas,
    0.01 * faceWidth,
  )
  const commons = averageAlongLines(
    details,
    flow,
    cover,
    canvas,
    Math.max(1.5, STRAIGHT_SIGMA * faceWidth),
  )
  for (const [nth, plane] of planes.entries()) {
    const [detail, common] = [details[nth]!, commons[nth]!]
    const usual = GRAIN * (0.1 + grainDeviation(plane, skin, canvas))
    takeDown({ plane, detail, common, cover, depth }, { intensity, usual })
    const soft = blurWithin(common, skin, canvas, REST_SIGMA * faceWidth)
    blunt({ plane, soft, common, cover, depth }, { intensity })
  }
  // A fold that is shallow is skin: what is done to the skin beside it must not leave it standing as a line.
  const { bare, skin: region, clear } = patient.masks
  for (const mask of [region, clear]) widen({ mask, bare, cover }, { intensity })
}

const findBeside = formula(
  { planes: ['beside', 'skin', 'cover'] },
  'beside = skin * (1 - 0.7 * cover)',
)

const compare = formula({ planes: ['detail', 'skin', 'plane'] }, 'detail = skin * (plane - detail)')

const takeDown = formula(
  { planes: ['cover', 'depth', 'detail', 'common', 'plane'], scalars: ['usual', 'intensity'] },
  `
  where cover > 0
  share = min(${MAX_SHARE}, ${MAX_LIFT} / max(1, depth))
  rest = detail - common
  coarse = rest * (1 - exp(-square(rest / usual)))
  plane = plane - intensity * cover * share * (common + coarse)
  common = (1 - share) * common
`,
)

const blunt = formula(
  { planes: ['cover', 'depth', 'plane', 'soft', 'common'], scalars: ['intensity'] },
  `
  where cover > 0
  deep = 1 - min(1, ${MAX_LIFT} / (${MAX_SHARE} * max(1, depth)))
  plane = plane + intensity * cover * deep * (soft - common)
`,
)

const widen = formula(
  { planes: ['mask', 'cover', 'bare'], scalars: ['intensity'] },
  'mask = mask + intensity * cover * max(0, bare - mask)',
)

/** The standard deviation of the finest detail of most of the skin. */
function grainDeviation(plane: Float32Array, skin: Float32Array, canvas: FaceRegion): number {
  const coarse = blur(plane, canvas, Math.max(0.8, 0.004 * canvas.faceWidth))
  leaveGrain({ coarse, plane })
  return medianWithin(coarse, skin) / 0.6745
}

const leaveGrain = formula({ planes: ['coarse', 'plane'] }, 'coarse = abs(plane - coarse)')

type WrinkleMasks = {
  /** 1 along wrinkles, softly 0 beside them. */
  cover: Float32Array
  /** How much darker than the skin beside it the wrinkle at a place is, L*. */
  depth: Float32Array
}

function findWrinkles(patient: RetouchState, skin: Float32Array): WrinkleMasks {
  const { region, lab } = patient
  const { faceWidth } = region
  const lines = { marked: allocZeroPlane(skin.length), depths: allocZeroPlane(skin.length) }
  const seen = {
    size: region,
    unit: faceWidth,
    l: lab.l,
    skin,
    colour: relativeChroma(lab, skin, region),
  }
  const smaller = halveEvidence(seen)
  for (const share of WIDTHS) {
    withArena(() => {
      const isWide = share * faceWidth > MIN_SIGMA_TO_HALVE
      markWrinkles(lines, region, share, isWide ? smaller : seen, isWide ? 2 : 1)
    })
  }
  const cover = blur(lines.marked, region, Math.max(1, 0.009 * faceWidth))
  bound({ cover, skin })
  const { depths } = lines
  // Weighted by itself: the edges of a line are treated as its bottom is.
  return { cover, depth: blurWithin(depths, depths, region, 0.02 * faceWidth) }
}

/** What lines are found by. */
type WrinkleEvidence = Record<'l' | 'skin' | 'colour', Float32Array> & { size: Size; unit: number }

/** Lines whose blur has a sigma above this, in pixels, are found at half the size. */
const MIN_SIGMA_TO_HALVE = 3.2

function halveEvidence({ size, unit, l, skin, colour }: WrinkleEvidence): WrinkleEvidence {
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  const smaller = (plane: Float32Array): Float32Array => halveSize(plane, size, half)
  const own = { l: smaller(l), skin: smaller(skin), colour: smaller(colour) }
  return { ...own, size: half, unit: unit / 2 }
}

/** Marks the wrinkles of one width and how deep they are. @param times as wide the canvas is as what is looked at */
function markWrinkles(
  { marked, depths }: { marked: Float32Array; depths: Float32Array },
  { width, height }: Size,
  share: number,
  { size, unit, l, skin, colour }: WrinkleEvidence,
  times: number,
): void {
  const sigma = Math.max(0.8, share * unit)
  const grooves = ridgeResponse(blurWithin(l, skin, size, sigma), size, sigma)
  keepOnSkin({ grooves, skin })
  const found = findComponents(grooves, size.width, {
    low: HYSTERESIS.faint,
    share: 0,
    high: HYSTERESIS.sure,
    most: 0.05 * unit * unit,
  })
  for (const patch of found) {
    if (
      patch.majorSigma < LINE.slender * patch.minorSigma ||
      3.5 * patch.majorSigma < LINE.length * unit
    )
      continue
    if (mean(colour, patch) < MIN_RELATIVE_CHROMA) continue
    for (const at of patch.pixels) {
      const depth = CONTRAST * grooves[at]!
      const left = times * (at % size.width)
      const top = times * Math.floor(at / size.width)
      for (let y = top; y < Math.min(height, top + times); y++) {
        for (let x = left; x < Math.min(width, left + times); x++) {
          marked[y * width + x] = 1
          depths[y * width + x] = Math.max(depths[y * width + x]!, depth)
        }
      }
    }
  }
}

const keepOnSkin = formula(
  { planes: ['grooves', 'skin'] },
  'grooves = grooves * smoothstep(0.5, 0.9, skin)',
)

const bound = formula({ planes: ['cover', 'skin'] }, 'cover = skin * smoothstep(0.03, 0.42, cover)')

/** The share of the colour of the skin around that each place has, shade apart; 1 in pictures without colour. */
function relativeChroma(
  { l, a, b }: LabPlanes,
  skin: Float32Array,
  canvas: FaceRegion,
): Float32Array {
  const colour = allocPlane(l.length)
  findColour({ colour, l, a, b })
  const around = blurWithin(colour, skin, canvas, 0.03 * canvas.faceWidth)
  relate({ colour, around })
  return colour
}

const findColour = formula({ planes: ['colour', 'a', 'b', 'l'] }, 'colour = hypot(a, b) / (l + 16)')

const relate = formula(
  { planes: ['colour', 'around'] },
  `colour = around < ${MIN_CHROMA} ? 1 : colour / max(${MIN_CHROMA}, around)`,
)

function mean(plane: Float32Array, { pixels }: Component): number {
  let sum = 0
  for (const at of pixels) sum += plane[at]!
  return sum / pixels.length
}
