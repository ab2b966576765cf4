import { touchedFeatures, visitFeatures } from '../../face/face-guard.ts'
import type { Mask } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { KEPT_FEATURES } from './tuning.ts'

/** What a removal must leave of the faces in a picture. */
export type KeptFeatures = {
  /** 1 for each pixel of brows, eyes, nose and mouth of a face that stays. */
  pixels: Uint8Array
  /** The features of them that the mask covers in part or whole, in words. */
  covered: string[]
}

/**
 * The features of all faces that stay. A face stays unless a mask covers nearly all of its features: what is behind an
 * eye nobody knows, so that none is painted where a mask clips one, or lies beside it and is made wider.
 */
export function keepFeatures(mask: Mask, faces: readonly Pick<Face, 'landmarks'>[]): KeptFeatures {
  const pixels = new Uint8Array(mask.data.length)
  const covered = new Set<string>()
  for (const face of faces) {
    if (isTakenOut(face, mask)) continue
    visitFeatures(face, mask, (at) => {
      pixels[at] = 1
    })
    const isCovered = (at: number): boolean => mask.data[at]! > 127
    const touched = touchedFeatures(face, mask, isCovered, KEPT_FEATURES.touched)
    for (const name of touched) covered.add(name)
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

/** Whether a mask covers nearly all of a face's features, so that the face goes with what is taken out. */
function isTakenOut(face: Pick<Face, 'landmarks'>, mask: Mask): boolean {
  let [all, covered] = [0, 0]
  visitFeatures(face, mask, (at) => {
    all++
    if (mask.data[at]! > 127) covered++
  })
  return covered >= KEPT_FEATURES.gone * all
}
