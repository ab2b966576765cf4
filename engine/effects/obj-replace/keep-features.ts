import { Fault } from '../../../catalog/failures/fault.ts'
import { touchedFeatures, visitFeatures } from '../../face/face-guard.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { KEPT_FEATURES } from './tuning.ts'

/** What a removal or a change must leave of the faces in a picture. */
export type KeptFeatures = {
  /** 1 for each pixel of brows, eyes, nose and mouth of a face that stays. */
  pixels: Uint8Array
  /** The features of them that the mask covers in part or whole, in words. */
  covered: string[]
}

/**
 * The features of all faces that stay. A face stays unless a mask covers nearly all of its features: what is behind an
 * eye nobody knows, so that none is painted where a mask clips one, or lies beside it and is made wider. Where much of
 * a face would go around the features, they would be left hanging in the air.
 * @throws Fault `parameter` for a mask that covers a good part of a face's features, and not the face
 */
export function keepFeatures(mask: Mask, faces: readonly Pick<Face, 'landmarks'>[]): KeptFeatures {
  const pixels = new Uint8Array(mask.data.length)
  const covered = new Set<string>()
  for (const face of faces) {
    const share = coveredShare(face, mask)
    if (share >= KEPT_FEATURES.gone) continue
    const isCovered = (at: number): boolean => mask.data[at]! > 127
    const touched = touchedFeatures(face, mask, isCovered, KEPT_FEATURES.touched)
    if (share > KEPT_FEATURES.most) throw partOfFace(face, touched)
    for (const name of touched) covered.add(name)
    visitFeatures(face, mask, (at) => {
      pixels[at] = 1
    })
  }
  return { pixels, covered: [...covered] }
}

/** A mask without what is kept; the same one where it covers nothing of it. */
export function withoutKept(mask: Mask, { pixels }: KeptFeatures): Mask {
  let data: Uint8Array | undefined
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === 0 || mask.data[i] === 0) continue
    data ??= mask.data.slice()
    data[i] = 0
  }
  return data ? { ...mask, data } : mask
}

/**
 * A mask as it was given without what is kept.
 * @throws Fault `parameter` where all that it covers is kept
 */
export function besideFeatures(mask: Mask, kept: KeptFeatures): Mask {
  const left = withoutKept(mask, kept)
  if (left === mask || left.data.some((level) => level > 0)) return left
  throw new Fault(
    'parameter',
    `The mask covers nothing but parts of a face (${inWords(kept.covered)}), which are never painted: draw it over ` +
      'the whole face, or over what lies beside them.',
    { role: 'msk' },
  )
}

/**
 * Says which features a mask covers that are kept; undefined where it covers none.
 * @param whole what a mask over the whole face does to it
 */
export function tellKept(covered: readonly string[], whole: string): string | undefined {
  if (covered.length === 0) return undefined
  return (
    `The mask covers part of a face (${inWords(covered)}): brows, eyes, nose and mouth of a face that stays are never ` +
    `painted, and what lies over them stays, too. A mask over the whole face ${whole}.`
  )
}

/** The share of a face's features that a mask covers; 0 of a face outside the picture. */
function coveredShare(face: Pick<Face, 'landmarks'>, mask: Mask): number {
  let [all, covered] = [0, 0]
  visitFeatures(face, mask, (at) => {
    all++
    if (mask.data[at]! > 127) covered++
  })
  return covered / Math.max(1, all)
}

function partOfFace({ landmarks }: Pick<Face, 'landmarks'>, names: readonly string[]): Fault {
  const { x, y } = landmarks[TIP_OF_NOSE]!
  return new Fault(
    'parameter',
    `The mask covers part of the face at ${Math.round(x)}, ${Math.round(y)} (${inWords(names)}), whose features are ` +
      'never painted: draw it over the whole face, or beside brows, eyes, nose and mouth.',
    { role: 'msk' },
  )
}

const TIP_OF_NOSE = 1

/** A list as people say it. */
function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names)
}
