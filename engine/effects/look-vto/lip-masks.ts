import { landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane, copyPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { debugPlane } from '../../raster/debug.ts'
import { formula } from '../../raster/formula.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { measureBlur } from './measure-blur.ts'
import { luminanceOf, type Part } from './part.ts'
import { closedSpline } from './spline.ts'

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

/** Sigma of the band in which the picture's colours decide where the lips end, in widths of the face. */
const BAND = 0.011

/** The sigma by which the edge found is smoothed along and across, in widths of the face. */
const SMOOTHNESS = 0.0045

/** The contrast of lips and skin from which on colours decide nothing, and all. */
const CONTRAST = { none: 0.03, full: 0.12 } as const

/**
 * Finds the lips. The mesh says where they are to about a hundredth of the face's width; in a band along its contours
 * the picture's own colour decides, by the ratio of red to green, which does not depend on the light.
 */
export function lipMasks(part: Part): LipMasks {
  const { faceWidth, light } = part
  const count = part.width * part.height
  const whole = allocZeroPlane(count)
  paintPolygon(whole, part, closedSpline(landmarkPath(part, FACE.lipsOuter), 4))
  const open = allocZeroPlane(count)
  paintPolygon(open, part, closedSpline(landmarkPath(part, FACE.lipsInner), 4))
  const face = allocZeroPlane(count)
  paintPolygon(face, part, landmarkPath(part, FACE.oval))
  const sigma = Math.max(0.6, BAND * faceWidth)
  const edge = blur(whole, part, sigma)
  const gap = blur(open, part, sigma)

  const near = Math.max(0.8, 0.007 * faceWidth)
  const redness = allocPlane(count)
  measureRedness({
    redness,
    r: blur(light.r, part, near),
    g: blur(light.g, part, near),
  })
  const [own, around] = [allocPlane(count), allocPlane(count)]
  const far = blur(whole, part, 0.035 * faceWidth)
  findSamples({ whole, edge, gap, far, own, around })
  const lipRedness = medianWithin(redness, own)
  const contrast = lipRedness - medianWithin(redness, around)
  const sure = Math.min(
    1,
    Math.max(0, (contrast - CONTRAST.none) / (CONTRAST.full - CONTRAST.none)),
  )
  const y = luminanceOf(light)
  const typical = Math.max(0.004, medianWithin(y, own))

  const lips = allocPlane(count)
  findLips(
    { lips, edge, gap, open, face, redness, y },
    { sure, skinRedness: lipRedness - contrast, step: Math.max(0.02, contrast), typical },
  )
  // As soft as the picture around it.
  const soft = Math.hypot(0.5, SMOOTHNESS * faceWidth, 0.7 * measureBlur(y, part))
  const smooth = blur(lips, part, soft)
  tighten({ lips, smooth, open, edge })
  const outline = copyPlane(lips)
  findOutline({ outline, edge })
  const inner = blur(mouthLine(part, open), part, 0.02 * faceWidth)
  strengthen({ inner })
  debugPlane('lips', lips, part)
  debugPlane('outline of the lips', outline, part)
  return { lips, outline, inner, typical, contrast }
}

// Of the square root of the ratio, which is as good as its logarithm in this narrow range.
const measureRedness = formula(
  { planes: ['redness', 'r', 'g'] },
  'redness = 2 * sqrt((r + 0.003) / (g + 0.003))',
)

const findSamples = formula(
  { planes: ['whole', 'edge', 'gap', 'far', 'own', 'around'] },
  `
  own = edge > 0.8 ? (gap < 0.1 ? whole : 0) : 0
  around = edge < 0.02 ? (far > 0.05 ? 1 : 0) : 0
`,
)

const findLips = formula(
  {
    planes: ['lips', 'edge', 'gap', 'open', 'face', 'redness', 'y'],
    scalars: ['sure', 'skinRedness', 'step', 'typical'],
  },
  `
  like = (redness - skinRedness) / step
  shape = smoothstep(0.38, 0.7, edge)
  seen = smoothstep(0.2, 0.6, like)
  deep = smoothstep(0.5, 0.78, edge)
  near = smoothstep(0.2, 0.45, edge)
  fitted = max(deep, seen * near)
  outer = shape + sure * (fitted - shape)
  teeth = smoothstep(1.25, 1.9, y / typical) * (1 - smoothstep(0.15, 0.55, like))
  mouth = 1 - smoothstep(0.12, 0.35, y / typical)
  rim = smoothstep(0.04, 0.3, gap)
  lips = outer * (1 - open) * (1 - rim * max(teeth, mouth)) * face
`,
)

// Smoothing must not carry paint outwards, nor over the teeth.
const tighten = formula(
  { planes: ['lips', 'smooth', 'open', 'edge'] },
  'lips = smoothstep(0.25, 0.8, smooth) * (1 - open) * smoothstep(0.18, 0.4, edge)',
)

const findOutline = formula(
  { planes: ['outline', 'edge'] },
  'outline = outline * (1 - smoothstep(0.62, 0.9, edge))',
)

/** The opening of the mouth, at least as thick as a line: closed lips have one too. */
function mouthLine(part: Part, open: Float32Array): Float32Array {
  const line = copyPlane(open)
  const upper = landmarkPath(part, [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308])
  const half = Math.max(0.5, 0.005 * part.faceWidth)
  const moved = (by: number) =>
    upper.map(({ x, y }) => ({ x: x + part.up.x * by, y: y + part.up.y * by }))
  paintPolygon(line, part, [...moved(half), ...moved(-half).reverse()])
  return line
}

const strengthen = formula({ planes: ['inner'] }, 'inner = smoothstep(0.02, 0.34, inner)')
