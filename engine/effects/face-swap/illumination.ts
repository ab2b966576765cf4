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
import type { Both } from './swap-region.ts'

/** Shading coarser than this sigma, in widths of the face, is the picture's light: it comes from the target. */
const LIGHT_SIGMA = 0.13

/** Between this sigma and the light's lies the relief of a face in its light. */
const RELIEF_SIGMA = 0.03

/**
 * How far a pixel's shift in a* or b* may differ from the face's median shift: edges of shadows must not turn green.
 */
const MAX_CHROMA_DEVIATION = 16

/** How far patches of skin may differ from the target's light, CIELAB units. */
const MAX_PATCH: Record<keyof LabPlanes, number> = { l: 11, a: 3.5, b: 4 }

/** The target's light in a* or b*, and the shift that brings the donor's there. */
export type ChromaShift = { light: Float32Array; shift: Float32Array }

/** The light on two faces, as planes of the coarse region, and masks of what is not clear skin in it. */
export type Illumination = {
  /** The light on the donor and on the target, L*. */
  donorLight: Float32Array
  targetLight: Float32Array
  /** The light with the relief of each face in it, L*. */
  relief: Both<Float32Array>
  a: ChromaShift
  b: ChromaShift
  /** Teeth and the whites of the eyes, 0–1: their colour says little about the light. */
  inner: Float32Array
  /** 0–1. */
  lips: Float32Array
}

/**
 * Estimates the light on two faces: their colours, blurred within the skin (coarse shading is light, as in the Retinex
 * theory of Land and McCann, 1971).
 * @param skin the weights of the blur: the skin that both faces show, with a trace of the whole face
 */
export function estimateIllumination(
  donor: FaceRegion,
  target: FaceRegion,
  skin: Float32Array,
): Illumination {
  const [d, t] = [donor.lab, target.lab]
  const planes = [d.l, d.a, d.b, t.l, t.a, t.b]
  const coarse = blurAllWithin(planes, skin, donor, LIGHT_SIGMA * donor.faceWidth)
  const relief = blurAllWithin([d.l, t.l], skin, donor, RELIEF_SIGMA * donor.faceWidth)
  return {
    donorLight: coarse[0]!,
    targetLight: coarse[3]!,
    relief: { donor: relief[0]!, target: relief[1]! },
    a: { light: coarse[4]!, shift: chromaShiftOf(coarse[1]!, coarse[4]!, skin) },
    b: { light: coarse[5]!, shift: chromaShiftOf(coarse[2]!, coarse[5]!, skin) },
    inner: openingsMask(donor),
    lips: lipsMask(donor),
  }
}

function chromaShiftOf(
  donor: Float32Array,
  target: Float32Array,
  skin: Float32Array,
): Float32Array {
  const shift = planeDifference(target, donor)
  const usual = medianWithin(shift, skin)
  clampShift({ shift }, { least: usual - MAX_CHROMA_DEVIATION, most: usual + MAX_CHROMA_DEVIATION })
  return shift
}

const clampShift = formula(
  { planes: ['shift'], scalars: ['most', 'least'] },
  'shift = min(most, max(least, shift))',
)

function openingsMask(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const { rim } of [MOUTH_OPENING, ...EYE_OPENINGS])
    paintPolygon(plane, region, landmarkPath(region, rim))
  return blur(plane, region, 0.006 * region.faceWidth)
}

function lipsMask(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  paintPolygon(plane, region, landmarkPath(region, FACE.lipsOuter))
  const soft = blur(plane, region, 0.012 * region.faceWidth)
  strengthen({ soft })
  return soft
}

const strengthen = formula({ planes: ['soft'] }, 'soft = min(1, 2.5 * soft)')

/**
 * Limits how far patches of the donor's skin differ from the target's light: what is left of sharp shadows and coloured
 * light of the donor's own picture. `lab` is changed.
 */
export function limitPatches(
  lab: LabPlanes,
  { targetLight, a, b }: Illumination,
  skin: Float32Array,
  target: FaceRegion,
): void {
  const difference = labDifference(lab, { l: targetLight, a: a.light, b: b.light })
  const patches = blurAllWithin(
    [difference.l, difference.a, difference.b],
    skin,
    target,
    RELIEF_SIGMA * target.faceWidth,
  )
  for (const [nth, axis] of LAB_AXES.entries()) {
    compressPatch({ plane: lab[axis], patch: patches[nth]!, skin }, { most: MAX_PATCH[axis] })
  }
}

const compressPatch = formula(
  { planes: ['plane', 'skin', 'patch'], scalars: ['most'] },
  'plane = plane - skin * (patch - most * tanh(patch / most))',
)
