import { formula } from '../../raster/formula.ts'
import { takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, type Frame, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import { eachWithin } from './each-within.ts'
import { EYES } from './openings.ts'

/** How wide the edge of the new face is, in widths of the face. */
const EDGE = 0.035

/** How soft the edge towards hair is, in widths of the face. */
const FRINGE = 0.018

/** How softly, in widths of the face, what is kept goes over to the new face; and its growth: hairs leave a brow's outline. */
const OPENING = { soft: 0.012, gain: 2.5 } as const
const EYE = { soft: 0.02, gain: 3, hidden: 0.1 } as const
const BROW = { soft: 0.018, gain: 3.5 } as const

/**
 * Where the new face is seen, 0–1: the oval, fading inside its own edge, without what covers either face. `kept` are
 * features of the old face that stay.
 */
export function swapMask(
  canvas: Canvas,
  cover: { old: Float32Array; given: Float32Array },
  kept: { openings: readonly (readonly number[])[]; brows: readonly (readonly number[])[] },
): Float32Array {
  const { unit } = canvas
  const oval = blur(faceOval(canvas), canvas, EDGE * unit)
  const over = blur(cover.old, canvas, FRINGE * unit)
  // The old fringe falls over the new face; the giver's own must not leave so much as its edge.
  const beside = blur(cover.given, canvas, 3 * FRINGE * unit)
  const eyes = seenEyes(canvas, cover.given)
  const mask = takePlane(oval.length)
  findMask({ mask, oval, over, beside, eyes })
  leaveOut(mask, canvas, kept.openings, OPENING)
  leaveOut(mask, canvas, kept.brows, BROW)
  return mask
}

const findMask = formula(`
  near = smoothstep(0.02, 0.12, beside) * (1 - min(1, ${EYE.gain} * eyes))
  hair = max(smoothstep(0.08, 0.45, over), near)
  mask = smoothstep(0.5, 0.98, oval) * (1 - hair)
`)

/** The giver's eyes, softly, that hair is only beside of: one half of an eye and the other of another are no eye. */
function seenEyes(canvas: Canvas, cover: Float32Array): Float32Array {
  const eyes = zeroPlane(cover.length)
  for (const { rim } of EYES) {
    const eye = trace(canvas, rim)
    let [hidden, all] = [0, 1e-6]
    eachWithin(canvas, eye, (i, share) => {
      hidden += share * cover[i]!
      all += share
    })
    if (hidden < EYE.hidden * all) paintPolygon(eyes, canvas, eye)
  }
  return blur(eyes, canvas, EYE.soft * canvas.unit)
}

/** Takes features out of a mask, softly. */
function leaveOut(
  mask: Float32Array,
  canvas: Canvas,
  rings: readonly (readonly number[])[],
  { soft, gain }: { soft: number; gain: number },
): void {
  if (rings.length === 0) return
  const plane = zeroPlane(mask.length)
  for (const ring of rings) paintPolygon(plane, canvas, trace(canvas, ring))
  without({ mask, grown: blur(plane, canvas, soft * canvas.unit) }, { gain })
}

const without = formula('mask = mask * (1 - min(1, gain * grown))')

/** 1 inside the face's outline. */
export function faceOval(canvas: Frame): Float32Array {
  const plane = zeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, FACE.oval))
  return plane
}
