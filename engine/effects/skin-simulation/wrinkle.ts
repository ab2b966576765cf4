import { FACE } from '../../vision/face.ts'
import { blur, blurAllWithin, blurWithin } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { findPatches } from './find-patches.ts'
import { lineness } from './lineness.ts'
import type { Patient, Treatment } from './treatment.ts'

/** Widths of wrinkles (sigma) that are looked for, in widths of the face. */
const WIDTHS = [0.004, 0.008, 0.013] as const

/** How deep a line is, L*, to be one, and to be followed along. */
const DEPTH = { sure: 0.9, faint: 0.35 } as const

/** The least length of a wrinkle, in widths of the face, and the least ratio of length to width. */
const LINE = { length: 0.035, slender: 2 } as const

/** The share of a line that goes at full intensity. */
const SHARE = 0.85

/** From the first contrast, L*, to the second a line is taken for a fold of the face, of which this share is left. */
const FOLD = { from: 14, to: 40, left: 0.4 } as const

/** Softens wrinkles along their lines: only there is the skin evened out, between the lines it keeps its detail. */
export const wrinkle: Treatment = (patient, intensity) => {
  const { canvas, masks, tone } = patient
  const lines = findLines(patient)
  const { unit } = canvas
  const depth = new Float32Array(lines.length)
  const planes = [tone.l, tone.a, tone.b]
  const smooths = blurAllWithin(planes, masks.plain, canvas, 0.024 * unit)
  const sharps = blurAllWithin(planes, masks.region, canvas, 0.0012 * unit)
  for (const [nth, plane] of planes.entries()) {
    const [smooth, sharp] = [smooths[nth]!, sharps[nth]!]
    for (let i = 0; i < lines.length; i++) {
      if (lines[i]! < 0.004) continue
      const detail = sharp[i]! - smooth[i]!
      if (plane === tone.l) depth[i] = Math.abs(detail)
      const share = SHARE * (1 - FOLD.left * smoothstep(FOLD.from, FOLD.to, depth[i]!))
      plane[i] = plane[i]! - intensity * lines[i]! * share * detail
    }
  }
}

/** 1 along wrinkles, softly 0 beside them. */
function findLines({ canvas, masks, tone }: Patient): Float32Array {
  const { unit, width } = canvas
  const marked = new Float32Array(masks.region.length)
  const nose = kept(canvas)
  const far = farFromHair(canvas, masks)
  const open = masks.region.map((value, i) => value * (1 - nose[i]!) * far[i]!)
  for (const share of WIDTHS) {
    const sigma = Math.max(0.8, share * unit)
    const depth = lineness(blurWithin(tone.l, masks.region, canvas, sigma), canvas, sigma)
    for (let i = 0; i < depth.length; i++) depth[i] = depth[i]! * smoothstep(0.7, 0.97, open[i]!)
    const most = 0.05 * unit * unit
    for (const patch of findPatches(depth, width, {
      low: DEPTH.faint,
      share: 0,
      high: DEPTH.sure,
      most,
    })) {
      if (patch.long < LINE.slender * patch.short || 3.5 * patch.long < LINE.length * unit) continue
      for (const at of patch.pixels) marked[at] = 1
    }
  }
  const soft = blur(marked, canvas, Math.max(1, 0.006 * unit))
  return soft.map((value, i) => open[i]! * smoothstep(0.1, 0.55, value))
}

/** 0 at and beside hair and beard: what is dark and thin there is hair. */
function farFromHair(canvas: Canvas, { bare, region }: SkinMasks): Float32Array {
  const skin = region.map((value, i) => (bare[i]! > 0.02 ? Math.min(1, value / bare[i]!) : 1))
  const near = blurWithin(skin, bare, canvas, 0.03 * canvas.unit)
  return near.map((value) => smoothstep(0.84, 0.97, value))
}

/** The wings and the sides of the nose: their creases are the nose itself. */
function kept(canvas: Canvas): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, NOSE))
  return blur(plane, canvas, 0.008 * canvas.unit).map((value) => Math.min(1, 2 * value))
}

const NOSE = [
  FACE.noseTop,
  417,
  465,
  343,
  277,
  355,
  358,
  327,
  FACE.noseBase,
  98,
  129,
  126,
  47,
  114,
  245,
  193,
]
