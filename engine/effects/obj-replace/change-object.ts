import type { Replacement } from '../../../catalog/object-prompt/read-prompt.ts'
import { closeIslands } from '../../raster/mask/close-islands.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { applyMaterial } from './apply-material.ts'
import { changeRim } from './change-rim.ts'
import { takeWholeRemains } from './cover-remains.ts'
import {
  besideFeatures,
  type KeptFeatures,
  keepFeatures,
  tellKept,
  withoutKept,
} from './keep-features.ts'
import { recolour } from './recolour.ts'
import { takeOwnDye } from './take-own-dye.ts'
import { tellGround } from './tell-ground.ts'
import { tellSurface } from './tell-surface.ts'
import { tightenMask } from './tighten-mask.ts'
import { FACE_WIDTH, PICTURE_WIDTH } from './tuning.ts'

/**
 * Gives what a mask covers another colour or material, up to where the thing ends. Brows, eyes, nose and mouth stay as
 * they are in every face that the mask does not cover whole.
 * @param faces of the picture; the largest tells how large a material's pattern is
 * @returns the picture, and in words what of the change is doubtful, if anything
 * @throws Fault `parameter` for a mask over a good part of a face, or over nothing but its features
 */
export function changeObject(
  picture: Picture,
  mask: Mask,
  asked: Exclude<Replacement, { kind: 'remove' }>,
  faces: readonly Pick<Face, 'landmarks' | 'box'>[] = [],
): { picture: Picture; note: string | undefined } {
  const given = closeIslands(mask)
  const kept = keepFeatures(given, faces)
  const own = besideFeatures(given, kept)
  const tight = withoutKept(
    takeOwnDye(picture, takeWholeRemains(picture, tightenMask(picture, own))),
    kept,
  )
  const changed =
    asked.kind === 'recolour'
      ? recolour(picture, tight, asked.colour)
      : applyMaterial(picture, tight, asked.material, scaleOf(picture, faces), asked.colour)
  const made = withFeatures(changeRim(picture, changed, tight), picture, kept)
  const said = [
    tellSurface(picture, tight),
    tellGround(picture, withoutKept(mask, kept), tight),
    tellKept(kept.covered, 'changes it with the rest'),
  ].filter((one) => one !== undefined)
  return { picture: made, note: said.length > 0 ? said.join(' ') : undefined }
}

/** Puts features back that the rim of what is changed has reached. */
function withFeatures(made: Picture, { data }: Picture, { pixels }: KeptFeatures): Picture {
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === 1) made.data.set(data.subarray(4 * i, 4 * i + 4), 4 * i)
  }
  return made
}

/** Pixels that a centimetre takes, by the largest face or else by what pictures usually show. */
function scaleOf(picture: Picture, faces: readonly Pick<Face, 'box'>[]): number {
  const widest = Math.max(0, ...faces.map(({ box }) => box.width))
  if (widest > 0) return widest / FACE_WIDTH
  return Math.max(picture.width, picture.height) / PICTURE_WIDTH
}
