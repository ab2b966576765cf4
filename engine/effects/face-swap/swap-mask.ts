import { type FaceRegion, type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon, visitPolygon } from '../../raster/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS } from './openings.ts'

/** How wide the edge of the new face is, in widths of the face. */
const EDGE_SIGMA = 0.035

/** How soft the edge towards hair is, in widths of the face. */
const FRINGE_SIGMA = 0.018

/** How softly, in widths of the face, what is kept goes over to the new face; and its growth: hairs leave a brow's outline. */
const OPENING_FEATHER = { soft: 0.012, gain: 2.5 } as const
const EYE_FEATHER = { soft: 0.02, gain: 3, hidden: 0.1 } as const
const BROW_FEATHER = { soft: 0.018, gain: 3.5 } as const

/**
 * Where the new face is seen, 0–1: the oval, fading inside its own edge, without what covers either face. `kept` are
 * features of the old face that stay.
 */
export function swapMask(
  canvas: FaceRegion,
  cover: { old: Float32Array; given: Float32Array },
  kept: { openings: readonly (readonly number[])[]; brows: readonly (readonly number[])[] },
): Float32Array {
  const { faceWidth } = canvas
  const oval = blur(faceOvalMask(canvas), canvas, EDGE_SIGMA * faceWidth)
  const over = blur(cover.old, canvas, FRINGE_SIGMA * faceWidth)
  // The old fringe falls over the new face; the giver's own must not leave so much as its edge.
  const beside = blur(cover.given, canvas, 3 * FRINGE_SIGMA * faceWidth)
  const eyes = visibleEyes(canvas, cover.given)
  const mask = allocPlane(oval.length)
  computeMask({ mask, oval, over, beside, eyes })
  subtractRings(mask, canvas, kept.openings, OPENING_FEATHER)
  subtractRings(mask, canvas, kept.brows, BROW_FEATHER)
  return mask
}

const computeMask = formula(
  { planes: ['beside', 'eyes', 'over', 'mask', 'oval'] },
  `
  near = smoothstep(0.02, 0.12, beside) * (1 - min(1, ${EYE_FEATHER.gain} * eyes))
  hair = max(smoothstep(0.08, 0.45, over), near)
  mask = smoothstep(0.5, 0.98, oval) * (1 - hair)
`,
)

/** The giver's eyes, softly, that hair is only beside of: one half of an eye and the other of another are no eye. */
function visibleEyes(canvas: FaceRegion, cover: Float32Array): Float32Array {
  const eyes = allocZeroPlane(cover.length)
  for (const { rim } of EYE_OPENINGS) {
    const eye = landmarkPath(canvas, rim)
    let [hidden, all] = [0, 1e-6]
    visitPolygon(canvas, eye, (i, share) => {
      hidden += share * cover[i]!
      all += share
    })
    if (hidden < EYE_FEATHER.hidden * all) paintPolygon(eyes, canvas, eye)
  }
  return blur(eyes, canvas, EYE_FEATHER.soft * canvas.faceWidth)
}

/** Takes features out of a mask, softly. */
function subtractRings(
  mask: Float32Array,
  canvas: FaceRegion,
  rings: readonly (readonly number[])[],
  { soft, gain }: { soft: number; gain: number },
): void {
  if (rings.length === 0) return
  const plane = allocZeroPlane(mask.length)
  for (const ring of rings) paintPolygon(plane, canvas, landmarkPath(canvas, ring))
  subtractMask({ mask, grown: blur(plane, canvas, soft * canvas.faceWidth) }, { gain })
}

const subtractMask = formula(
  { planes: ['mask', 'grown'], scalars: ['gain'] },
  'mask = mask * (1 - min(1, gain * grown))',
)

/** 1 inside the face's outline. */
export function faceOvalMask(canvas: FaceRegionGeometry): Float32Array {
  const plane = allocZeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, landmarkPath(canvas, FACE.oval))
  return plane
}
