import { landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blur } from '../../raster/filter/blur.ts'
import { medianWithin } from '../../raster/filter/median-within.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { fitContour } from './fit-contour.ts'
import { measureBlur } from './measure-blur.ts'
import { luminanceOf, type Part } from './part.ts'
import { closedSpline } from './spline.ts'
import {
  HELD_CORNERS,
  LEAST_LIP_SHARE,
  LEAST_LIPS,
  LIP_EDGE,
  LIP_INSIDE,
  LIP_MASKS_BAND,
  LIP_MASKS_CONTRAST,
  LIP_MASKS_REACH,
  LIP_MASKS_STEPS,
  LIP_OPENING,
  LIP_OUTLINE,
  LIP_REDNESS,
  LIP_SAMPLES,
  MOUTH_DARK,
  MOUTH_GAP,
  PALER_LIP,
  TEETH,
} from './tuning.ts'

/** Where the lips are: planes 0–1. */
export type LipMasks = {
  /** The lips, with the edge that the picture shows. */
  lips: Float32Array
  /** A band along their outer edge. */
  outline: Float32Array
  /** 1 at the opening of the mouth, fading outwards. */
  inner: Float32Array
  /** The median luminance of the lips. */
  typical: number
  /** How much redder the lips are than the skin around: the difference of log(red/green). */
  contrast: number
}

/**
 * Finds the lips. The mesh says where they are to two or three hundredths of the face's width; within these its outer
 * contour is moved to the edge that the picture shows, by the ratio of red to green, which does not depend on the
 * light. What lies inside the mesh's opening of the mouth and looks like lips is theirs, too.
 */
export function lipMasks(part: Part): LipMasks {
  const { faceWidth, light } = part
  const count = part.width * part.height
  const whole = allocZeroPlane(count)
  const ring = closedSpline(landmarkPath(part, FACE.lipsOuter), LIP_MASKS_STEPS)
  paintPolygon(whole, part, ring)
  const open = allocZeroPlane(count)
  paintPolygon(open, part, closedSpline(landmarkPath(part, FACE.lipsInner), LIP_MASKS_STEPS))
  const face = allocZeroPlane(count)
  paintPolygon(face, part, landmarkPath(part, FACE.oval))
  const sigma = Math.max(LIP_MASKS_BAND.least, LIP_MASKS_BAND.sigma * faceWidth)
  const edge = blur(whole, part, sigma)
  const gap = blur(open, part, sigma)

  const sharp = allocPlane(count)
  measureRedness({ redness: sharp, r: light.r, g: light.g })
  // Blurred colours would be those of skin some way into lips that are darker.
  const redness = blur(sharp, part, Math.max(LIP_REDNESS.least, LIP_REDNESS.sigma * faceWidth))
  const [own, around] = [allocPlane(count), allocPlane(count)]
  const far = blur(whole, part, LIP_SAMPLES.sigma * faceWidth)
  findSamples({ whole, edge, gap, far, own, around })
  const lipRedness = medianWithin(redness, own)
  const contrast = lipRedness - medianWithin(redness, around)
  const sure = Math.min(
    1,
    Math.max(
      0,
      (contrast - LIP_MASKS_CONTRAST.none) / (LIP_MASKS_CONTRAST.full - LIP_MASKS_CONTRAST.none),
    ),
  )
  const y = luminanceOf(light)
  const typical = Math.max(LEAST_LIPS.luminance, medianWithin(y, own))

  const inside = allocPlane(count)
  const skinRedness = lipRedness - contrast
  const step = Math.max(LEAST_LIPS.contrast, contrast)
  const steps = stepsOfLips(part, { redness, own, whole }, { skinRedness, step })
  const bright = Math.max(typical, medianWithin(y, around))
  findInside({ inside, redness, gap, steps, whole, y }, { skinRedness, bright })
  const outer = allocZeroPlane(count)
  const corners = [0, ring.length / 2]
  const fitted = fitContour(inside, part, ring, {
    inwards: LIP_MASKS_REACH.inwards * faceWidth,
    outwards: LIP_MASKS_REACH.outwards * faceWidth,
    sure,
    hold: (nth) => {
      const near = Math.min(...corners.map((at) => ringDistance(at, nth, ring.length)))
      return 1 + HELD_CORNERS.by * Math.max(0, 1 - near / (HELD_CORNERS.reach * LIP_MASKS_STEPS))
    },
  })
  paintPolygon(outer, part, fitted)
  const depth = blur(outer, part, sigma)
  const lips = allocPlane(count)
  findLips({ lips, outer, gap, open, face, redness, y, steps }, { skinRedness, typical })
  // As soft as the picture around it.
  const soft = Math.hypot(
    LIP_EDGE.pixels,
    LIP_EDGE.face * faceWidth,
    LIP_EDGE.ofBlur * measureBlur(y, part),
  )
  const smooth = blur(lips, part, soft)
  tighten({ lips, smooth })
  const outline = copyPlane(lips)
  findOutline({ outline, depth })
  const inner = blur(mouthLine(part, open), part, LIP_OPENING.sigma * faceWidth)
  strengthen({ inner })
  debugPlane('lips', lips, part)
  debugPlane('outline of the lips', outline, part)
  return { lips, outline, inner, typical, contrast }
}

// Of the square root of the ratio, which is as good as its logarithm in this narrow range.
const measureRedness = formula(
  { planes: ['redness', 'r', 'g'] },
  `redness = 2 * sqrt((r + ${LIP_REDNESS.light}) / (g + ${LIP_REDNESS.light}))`,
)

const findSamples = formula(
  { planes: ['whole', 'edge', 'gap', 'far', 'own', 'around'] },
  `
  own = edge > ${LIP_SAMPLES.own.edge} ? (gap < ${LIP_SAMPLES.own.gap} ? whole : 0) : 0
  around = edge < ${LIP_SAMPLES.around.edge} ? (far > ${LIP_SAMPLES.around.far} ? 1 : 0) : 0
`,
)

// What lies inside the mouth does not say where the lips end outside, nor does what shines on them.
const findInside = formula(
  {
    planes: ['inside', 'redness', 'gap', 'steps', 'whole', 'y'],
    scalars: ['skinRedness', 'bright'],
  },
  `
  seen = smoothstep(${LIP_INSIDE.red.from}, ${LIP_INSIDE.red.to}, (redness - skinRedness) / steps)
  shine = whole * smoothstep(${LIP_INSIDE.shine.from}, ${LIP_INSIDE.shine.to}, y / bright)
  inside = max(max(seen, shine), smoothstep(${LIP_INSIDE.gap.from}, ${LIP_INSIDE.gap.to}, gap))
`,
)

/** The upper lip: its outer edge from corner to corner, and back along the inner one. */
const UPPER_LIP = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191, 78,
]

/**
 * How much redder than skin the nearer lip is, at each pixel: in light from above or from a flash one lip is paler than
 * the other, and its edge would be taken for skin.
 */
function stepsOfLips(
  part: Part,
  { redness, own, whole }: Readonly<Record<'redness' | 'own' | 'whole', Float32Array>>,
  { skinRedness, step }: { skinRedness: number; step: number },
): Float32Array {
  const upper = allocZeroPlane(whole.length)
  paintPolygon(upper, part, landmarkPath(part, UPPER_LIP))
  const lower = allocPlane(whole.length)
  leaveOut({ lower, whole, upper })
  const stepWithin = (lip: Float32Array): number => {
    const inLip = allocPlane(lip.length)
    multiply({ both: inLip, one: own, other: lip })
    const middle = medianWithin(redness, inLip, PALER_LIP.quantile)
    return Math.min(step, Math.max(PALER_LIP.least * step, middle - skinRedness))
  }
  const [upperStep, lowerStep] = [stepWithin(upper), stepWithin(lower)]
  const sigma = PALER_LIP.sigma * part.faceWidth
  const [above, below] = [blur(upper, part, sigma), blur(lower, part, sigma)]
  const steps = allocPlane(whole.length)
  mixSteps({ steps, above, below }, { upperStep, lowerStep })
  return steps
}

const leaveOut = formula({ planes: ['lower', 'whole', 'upper'] }, 'lower = whole * (1 - upper)')

const multiply = formula({ planes: ['both', 'one', 'other'] }, 'both = one * other')

const mixSteps = formula(
  { planes: ['steps', 'above', 'below'], scalars: ['upperStep', 'lowerStep'] },
  `
  share = (above + ${LEAST_LIP_SHARE}) / (above + below + ${2 * LEAST_LIP_SHARE})
  steps = lowerStep + share * (upperStep - lowerStep)
`,
)

const findLips = formula(
  {
    planes: ['lips', 'outer', 'gap', 'open', 'face', 'redness', 'y', 'steps'],
    scalars: ['skinRedness', 'typical'],
  },
  `
  like = (redness - skinRedness) / steps
  pale = smoothstep(${TEETH.light.from}, ${TEETH.light.to}, y / typical)
  teeth = pale * (1 - smoothstep(${TEETH.red.from}, ${TEETH.red.to}, like))
  mouth = 1 - smoothstep(${MOUTH_DARK.from}, ${MOUTH_DARK.to}, y / typical)
  rim = smoothstep(${MOUTH_GAP.rim.from}, ${MOUTH_GAP.rim.to}, gap)
  other = max(teeth, mouth)
  deep = smoothstep(${MOUTH_GAP.deep.from}, ${MOUTH_GAP.deep.to}, gap)
  lips = outer * (1 - open * max(deep, other)) * (1 - rim * other) * face
`,
)

const tighten = formula(
  { planes: ['lips', 'smooth'] },
  `lips = smoothstep(${LIP_EDGE.tight.from}, ${LIP_EDGE.tight.to}, smooth)`,
)

const findOutline = formula(
  { planes: ['outline', 'depth'] },
  `outline = outline * (1 - smoothstep(${LIP_OUTLINE.from}, ${LIP_OUTLINE.to}, depth))`,
)

/** How far two places of a ring of `count` points lie apart, in points. */
function ringDistance(a: number, b: number, count: number): number {
  const apart = Math.abs(a - b)
  return Math.min(apart, count - apart)
}

/** The opening of the mouth, at least as thick as a line: closed lips have one too. */
function mouthLine(part: Part, open: Float32Array): Float32Array {
  const line = copyPlane(open)
  const upper = landmarkPath(part, [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308])
  const half = Math.max(LIP_OPENING.least, LIP_OPENING.half * part.faceWidth)
  const moved = (by: number) =>
    upper.map(({ x, y }) => ({ x: x + part.up.x * by, y: y + part.up.y * by }))
  paintPolygon(line, part, [...moved(half), ...moved(-half).reverse()])
  return line
}

const strengthen = formula(
  { planes: ['inner'] },
  `inner = smoothstep(${LIP_OPENING.shown.from}, ${LIP_OPENING.shown.to}, inner)`,
)
