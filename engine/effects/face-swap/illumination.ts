import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import { medianWithin } from '../../raster/median-within.ts'
import { paintPolygon } from '../../raster/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { LAB_AXES, labDifference, planeDifference } from './lab-difference.ts'
import { EYE_OPENINGS, MOUTH_OPENING } from './openings.ts'

/** Shade and colour coarser than this, in widths of the face, come from the old face: they are the picture's light. */
const LIGHT_SIGMA = 0.13

/** What is finer than that and coarser than this is modelling: the relief of a face in its light. */
const RELIEF_SIGMA = 0.03

/** How far a place's change of hue may differ from the whole face's: a sharp shadow's edge must not turn green. */
const MAX_CHROMA_DEVIATION = 16

/** How far patches of skin may differ from the light on the old face, CIELAB units. */
const MAX_PATCH: Record<keyof LabPlanes, number> = { l: 11, a: 3.5, b: 4 }

/** The light's hue on the old face, and how the given one's is to change, in one of CIELAB's axes. */
export type ChromaShift = { to: Float32Array; shift: Float32Array }

/** What is coarse in the light on two faces, place by place, and where what it falls on is no plain skin. */
export type Illumination = {
  /** The light on the given and on the old face, L*. */
  from: Float32Array
  to: Float32Array
  /** The relief of either face in it, L*. */
  relief: { given: Float32Array; old: Float32Array }
  a: ChromaShift
  b: ChromaShift
  /** Teeth and the whites of the eyes, whose own colour says little about the light. */
  inner: Float32Array
  lips: Float32Array
}

/** @param skin what both faces show, faintly all of the face */
export function estimateIllumination(
  given: FaceRegion,
  old: FaceRegion,
  skin: Float32Array,
): Illumination {
  const [g, o] = [given.lab, old.lab]
  const planes = [g.l, g.a, g.b, o.l, o.a, o.b]
  const coarse = blurAllWithin(planes, skin, given, LIGHT_SIGMA * given.faceWidth)
  const relief = blurAllWithin([g.l, o.l], skin, given, RELIEF_SIGMA * given.faceWidth)
  return {
    from: coarse[0]!,
    to: coarse[3]!,
    relief: { given: relief[0]!, old: relief[1]! },
    a: { to: coarse[4]!, shift: chromaShiftOf(coarse[1]!, coarse[4]!, skin) },
    b: { to: coarse[5]!, shift: chromaShiftOf(coarse[2]!, coarse[5]!, skin) },
    inner: openingsMask(given),
    lips: lipsMask(given),
  }
}

function chromaShiftOf(from: Float32Array, to: Float32Array, skin: Float32Array): Float32Array {
  const shift = planeDifference(to, from)
  const whole = medianWithin(shift, skin)
  clampShift({ shift }, { least: whole - MAX_CHROMA_DEVIATION, most: whole + MAX_CHROMA_DEVIATION })
  return shift
}

const clampShift = formula(
  { planes: ['shift'], scalars: ['most', 'least'] },
  'shift = min(most, max(least, shift))',
)

function openingsMask(canvas: FaceRegion): Float32Array {
  const plane = allocZeroPlane(canvas.width * canvas.height)
  for (const { rim } of [MOUTH_OPENING, ...EYE_OPENINGS])
    paintPolygon(plane, canvas, landmarkPath(canvas, rim))
  return blur(plane, canvas, 0.006 * canvas.faceWidth)
}

function lipsMask(canvas: FaceRegion): Float32Array {
  const plane = allocZeroPlane(canvas.width * canvas.height)
  paintPolygon(plane, canvas, landmarkPath(canvas, FACE.lipsOuter))
  const soft = blur(plane, canvas, 0.012 * canvas.faceWidth)
  strengthen({ soft })
  return soft
}

const strengthen = formula({ planes: ['soft'] }, 'soft = min(1, 2.5 * soft)')

/** Holds sharp shadows and coloured light of the giver's own picture to what a face's modelling needs. */
export function limitPatches(
  tone: LabPlanes,
  { to, a, b }: Illumination,
  skin: Float32Array,
  old: FaceRegion,
): void {
  const off = labDifference(tone, { l: to, a: a.to, b: b.to })
  const patches = blurAllWithin([off.l, off.a, off.b], skin, old, RELIEF_SIGMA * old.faceWidth)
  for (const [nth, axis] of LAB_AXES.entries()) {
    compressPatch({ plane: tone[axis], patch: patches[nth]!, skin }, { most: MAX_PATCH[axis] })
  }
}

const compressPatch = formula(
  { planes: ['plane', 'skin', 'patch'], scalars: ['most'] },
  'plane = plane - skin * (patch - most * tanh(patch / most))',
)
