import type { Point } from '../../geometry/point.ts'
import { quantileOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { ridgeResponse } from '../../raster/filter/line-structure.ts'
import { formula } from '../../raster/formula.ts'
import { type Component, findComponents, meanOver } from '../../raster/mask/find-components.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { FaceRegion } from '../face-region.ts'
import {
  FRAME_LINE,
  LEAST_CHROMA,
  LENGTH_BY_DEVIATION,
  WRINKLE_CHROMA,
  WRINKLE_CONTRAST,
  WRINKLE_COVER,
  WRINKLE_HALVED,
  WRINKLE_LINE,
  WRINKLE_RESPONSE,
  WRINKLE_SKIN,
  WRINKLE_WIDTHS,
} from '../tuning.ts'
import { anatomicalCreases } from './anatomical-masks.ts'
import type { RetouchState } from './retouch-state.ts'

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
  const near = blurWithin(uncovered, open, region, WRINKLE_SKIN.near * region.faceWidth)
  leaveOutHair({ open, near })
  return open
}

const leaveOut = formula(
  { planes: ['open', 'bare', 'creases', 'uncovered', 'skin'] },
  `
  open = bare * (1 - creases)
  uncovered = bare > ${WRINKLE_SKIN.bare} ? min(1, skin / max(${WRINKLE_SKIN.bare}, bare)) : 1
`,
)

const leaveOutHair = formula(
  { planes: ['open', 'near'] },
  `open = open * smoothstep(${WRINKLE_SKIN.hair}, ${WRINKLE_SKIN.clear}, near)`,
)

/** Planes of the size of the region. */
export type WrinkleMasks = {
  /** 1 along wrinkles, with soft edges. */
  cover: Float32Array
  /** How much darker a wrinkle is than the skin beside it, L*. */
  depth: Float32Array
}

/**
 * Finds wrinkles: dark lines that are long for their width, have the colour of skin, and are no
 * darker than a fold where they are long and above the nose: the frame of glasses may be as brown as skin.
 * @param skin of {@link wrinkleSearchMask}
 */
export function findWrinkles(
  { region, lab, masks }: RetouchState,
  skin: Float32Array,
): WrinkleMasks {
  const { faceWidth } = region
  const lines = { marked: allocZeroPlane(skin.length), depths: allocZeroPlane(skin.length) }
  const relative = relativeColour(lab, skin, region)
  const { light, least } = WRINKLE_RESPONSE
  const threshold = Math.min(1, Math.max(least, (masks.typical.l + 16) / light))
  const level = altitude(region.points[FACE.noseTip]!, region.up)
  const own = { size: region, faceWidth, up: region.up, level }
  const evidence = { ...own, l: lab.l, skin, ...relative, threshold }
  const halved = halveEvidence(evidence)
  for (const share of WRINKLE_WIDTHS) {
    withArena(() => {
      const isWide = share * faceWidth > WRINKLE_HALVED
      markWrinkles(lines, region, share, isWide ? halved : evidence, isWide ? 2 : 1)
    })
  }
  const cover = blur(lines.marked, region, Math.max(1, WRINKLE_COVER.sigma * faceWidth))
  bound({ cover, skin })
  const { depths } = lines
  // Weighted by itself, so that the edges of a line have the depth of its middle.
  return { cover, depth: blurWithin(depths, depths, region, WRINKLE_COVER.depth * faceWidth) }
}

/** What wrinkles are found by, at one size. */
type WrinkleEvidence = Record<'l' | 'skin' | 'chroma' | 'light', Float32Array> & {
  size: Size
  faceWidth: number
  /** Towards the top of the head, and how high the tip of the nose is. */
  up: Point
  level: number
  /** The share of {@link WRINKLE_RESPONSE} that counts on this skin. */
  threshold: number
}

function halveEvidence(evidence: WrinkleEvidence): WrinkleEvidence {
  const { size, faceWidth, level, l, skin, chroma, light } = evidence
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  const smaller = (plane: Float32Array): Float32Array => halveSize(plane, size, half)
  const colours = { chroma: smaller(chroma), light: smaller(light) }
  const own = { l: smaller(l), skin: smaller(skin), ...colours }
  return { ...evidence, ...own, size: half, faceWidth: faceWidth / 2, level: level / 2 }
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
  evidence: WrinkleEvidence,
  times: number,
): void {
  const { size, faceWidth, l, skin, chroma, threshold } = evidence
  const sigma = Math.max(WRINKLE_LINE.leastSigma, share * faceWidth)
  const grooves = ridgeResponse(blurWithin(l, skin, size, sigma), size, sigma)
  keepOnSkin({ grooves, skin })
  const components = findComponents(grooves, size.width, {
    low: threshold * WRINKLE_RESPONSE.low,
    share: 0,
    high: threshold * WRINKLE_RESPONSE.high,
    most: WRINKLE_LINE.mostArea * faceWidth * faceWidth,
  })
  for (const line of components) {
    const { majorSigma, minorSigma, pixels } = line
    const length = (LENGTH_BY_DEVIATION * majorSigma) / faceWidth
    if (majorSigma < WRINKLE_LINE.slender * minorSigma || length < WRINKLE_LINE.length) continue
    if (meanOver(chroma, line) < WRINKLE_CHROMA) continue
    if (length > FRAME_LINE.length && isFrame(line, evidence)) continue
    for (const pixel of pixels) {
      const depth = WRINKLE_CONTRAST * grooves[pixel]!
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

/** Whether a long line is above the tip of the nose and darker than a fold is there; those at a mouth are deeper. */
function isFrame({ pixels }: Component, { size: { width }, up, level, light }: WrinkleEvidence) {
  const heights = pixels.map((i) => altitude({ x: i % width, y: Math.floor(i / width) }, up))
  if (heights.reduce((sum, height) => sum + height, 0) < level * pixels.length) return false
  const lights = pixels.map((pixel) => light[pixel]!)
  return quantileOrZero(lights, FRAME_LINE.darkest) < FRAME_LINE.light
}

function altitude({ x, y }: Point, up: Point): number {
  return x * up.x + y * up.y
}

const keepOnSkin = formula(
  { planes: ['grooves', 'skin'] },
  `grooves = grooves * smoothstep(${WRINKLE_SKIN.grooves.from}, ${WRINKLE_SKIN.grooves.to}, skin)`,
)

const bound = formula(
  { planes: ['cover', 'skin'] },
  `cover = skin * smoothstep(${WRINKLE_COVER.from}, ${WRINKLE_COVER.to}, cover)`,
)

/**
 * The chroma of each pixel over that of the skin around it, both for their light, and its light, L* + 16, over theirs.
 * In pictures without colour the chroma is the light instead: lashes and hair are darker than a fold.
 */
function relativeColour(
  { l, a, b }: LabPlanes,
  skin: Float32Array,
  region: FaceRegion,
): Record<'chroma' | 'light', Float32Array> {
  const [chroma, light] = [allocPlane(l.length), allocPlane(l.length)]
  findChroma({ chroma, l, a, b })
  const [around, lightAround] = blurAllWithin(
    [chroma, l],
    skin,
    region,
    WRINKLE_SKIN.near * region.faceWidth,
  )
  relate({ chroma, around: around!, light, l, lightAround: lightAround! })
  return { chroma, light }
}

const findChroma = formula({ planes: ['chroma', 'a', 'b', 'l'] }, 'chroma = hypot(a, b) / (l + 16)')

const relate = formula(
  { planes: ['chroma', 'around', 'light', 'l', 'lightAround'] },
  `
  light = (l + 16) / (lightAround + 16)
  chroma = around < ${LEAST_CHROMA} ? light : chroma / max(${LEAST_CHROMA}, around)
`,
)
