import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { ridgeResponse } from '../../raster/filter/line-structure.ts'
import { formula } from '../../raster/formula.ts'
import { findComponents, meanOver } from '../../raster/mask/find-components.ts'
import type { FaceRegion } from '../face-region.ts'
import { anatomicalCreases } from './anatomical-masks.ts'
import type { RetouchState } from './retouch-state.ts'

/** Sigmas at which wrinkles are looked for, in widths of the face. */
const WIDTHS = [0.004, 0.008, 0.013] as const

/**
 * The ridge response at which a line starts, and down to which it is followed: L* on skin of `light` (L* + 16) or more.
 * The shadow in a fold is a share of the light on the skin, so that on darker skin it is less, down to `least` of that.
 */
const HYSTERESIS = { high: 0.9, low: 0.35, light: 80, least: 0.5 } as const

/** The least length of a wrinkle, in widths of the face, and its least ratio of length to width. */
const LINE = { length: 0.035, slender: 2 } as const

/** A line's contrast to the skin beside it, over its {@link ridgeResponse} at the sigma that fits its width best. */
const CONTRAST = 2.6

/**
 * Black hair and frames of glasses have less than this share of the chroma of the skin beside them; folds have more. In
 * pictures without colour the same share of the light tells lashes and hair.
 */
const MIN_RELATIVE_CHROMA = 0.62

/** The ratio of chroma to light below which a picture has no colour to compare. */
const MIN_CHROMA = 0.06

/** Pixels. Lines whose sigma is above this are found at half the size. */
const MIN_SIGMA_TO_HALVE = 3.2

/**
 * A mask, 0–1, of where a dark line is a wrinkle. Deep folds are part of it: they are too dark to count as skin, but
 * have skin on both sides. Left out are hair and beard with their surroundings, where a thin dark line is a hair, and
 * the nose and the upper lids, whose creases are not wrinkles.
 */
export function wrinkleSearchMask({ region, masks }: RetouchState): Float32Array {
  const { bare, skin } = masks
  const creases = anatomicalCreases(region)
  const [open, uncovered] = [allocPlane(bare.length), allocPlane(bare.length)]
  leaveOut({ open, uncovered, creases, bare, skin })
  const near = blurWithin(uncovered, open, region, 0.03 * region.faceWidth)
  leaveOutHair({ open, near })
  return open
}

const leaveOut = formula(
  { planes: ['open', 'bare', 'creases', 'uncovered', 'skin'] },
  `
  open = bare * (1 - creases)
  uncovered = bare > 0.02 ? min(1, skin / max(0.02, bare)) : 1
`,
)

const leaveOutHair = formula(
  { planes: ['open', 'near'] },
  'open = open * smoothstep(0.72, 0.93, near)',
)

/** Planes of the size of the region. */
export type WrinkleMasks = {
  /** 1 along wrinkles, with soft edges. */
  cover: Float32Array
  /** How much darker a wrinkle is than the skin beside it, L*. */
  depth: Float32Array
}

/**
 * Finds wrinkles: dark lines that are long for their width and have the colour of skin.
 * @param skin of {@link wrinkleSearchMask}
 */
export function findWrinkles(
  { region, lab, masks }: RetouchState,
  skin: Float32Array,
): WrinkleMasks {
  const { faceWidth } = region
  const lines = { marked: allocZeroPlane(skin.length), depths: allocZeroPlane(skin.length) }
  const chroma = relativeChroma(lab, skin, region)
  const { light, least } = HYSTERESIS
  const threshold = Math.min(1, Math.max(least, (masks.typical.l + 16) / light))
  const evidence = { size: region, faceWidth, l: lab.l, skin, chroma, threshold }
  const halved = halveEvidence(evidence)
  for (const share of WIDTHS) {
    withArena(() => {
      const isWide = share * faceWidth > MIN_SIGMA_TO_HALVE
      markWrinkles(lines, region, share, isWide ? halved : evidence, isWide ? 2 : 1)
    })
  }
  const cover = blur(lines.marked, region, Math.max(1, 0.009 * faceWidth))
  bound({ cover, skin })
  const { depths } = lines
  // Weighted by itself, so that the edges of a line have the depth of its middle.
  return { cover, depth: blurWithin(depths, depths, region, 0.02 * faceWidth) }
}

/** What wrinkles are found by, at one size. */
type WrinkleEvidence = Record<'l' | 'skin' | 'chroma', Float32Array> & {
  size: Size
  faceWidth: number
  /** The share of {@link HYSTERESIS} that counts on this skin. */
  threshold: number
}

function halveEvidence(evidence: WrinkleEvidence): WrinkleEvidence {
  const { size, faceWidth, l, skin, chroma } = evidence
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  const smaller = (plane: Float32Array): Float32Array => halveSize(plane, size, half)
  const own = { l: smaller(l), skin: smaller(skin), chroma: smaller(chroma) }
  return { ...evidence, ...own, size: half, faceWidth: faceWidth / 2 }
}

/**
 * Marks the wrinkles of one width, and how deep they are.
 * @param share the width (sigma), in widths of the face
 * @param times how many times as wide the marks are as the evidence
 */
function markWrinkles(
  { marked, depths }: { marked: Float32Array; depths: Float32Array },
  { width, height }: Size,
  share: number,
  { size, faceWidth, l, skin, chroma, threshold }: WrinkleEvidence,
  times: number,
): void {
  const sigma = Math.max(0.8, share * faceWidth)
  const grooves = ridgeResponse(blurWithin(l, skin, size, sigma), size, sigma)
  keepOnSkin({ grooves, skin })
  const components = findComponents(grooves, size.width, {
    low: threshold * HYSTERESIS.low,
    share: 0,
    high: threshold * HYSTERESIS.high,
    most: 0.05 * faceWidth * faceWidth,
  })
  for (const line of components) {
    const { majorSigma, minorSigma, pixels } = line
    // The length of an even line is the square root of 12 times its standard deviation.
    if (majorSigma < LINE.slender * minorSigma || 3.5 * majorSigma < LINE.length * faceWidth) {
      continue
    }
    if (meanOver(chroma, line) < MIN_RELATIVE_CHROMA) continue
    for (const pixel of pixels) {
      const depth = CONTRAST * grooves[pixel]!
      const left = times * (pixel % size.width)
      const top = times * Math.floor(pixel / size.width)
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

/**
 * The chroma of each pixel over that of the skin around it, both for their light. In pictures without colour it is the
 * light instead, L* + 16: lashes and hair are darker than a fold.
 */
function relativeChroma(
  { l, a, b }: LabPlanes,
  skin: Float32Array,
  region: FaceRegion,
): Float32Array {
  const chroma = allocPlane(l.length)
  findChroma({ chroma, l, a, b })
  const [around, light] = blurAllWithin([chroma, l], skin, region, 0.03 * region.faceWidth)
  relate({ chroma, around: around!, l, light: light! })
  return chroma
}

const findChroma = formula({ planes: ['chroma', 'a', 'b', 'l'] }, 'chroma = hypot(a, b) / (l + 16)')

const relate = formula(
  { planes: ['chroma', 'around', 'l', 'light'] },
  `chroma = around < ${MIN_CHROMA} ? (l + 16) / (light + 16) : chroma / max(${MIN_CHROMA}, around)`,
)
