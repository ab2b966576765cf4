import { readFaceRegion } from '../../face/face-region.ts'
import { type SkinMasks, skinMasks } from '../../face/skin-masks.ts'
import { SKIN_MARGIN } from '../../face/tuning.ts'
import { wearsGlasses } from '../../face/wears-glasses.ts'
import { withArena } from '../../raster/arena.ts'
import type { Picture } from '../../raster/picture.ts'
import { releaseOwnership } from '../../raster/pixels/copy-on-write.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Donor } from './donor.ts'
import { irisRadius } from './iris-disc.ts'
import { measureIrises } from './measure-irises.ts'
import { showsIrises } from './openings.ts'
import { recolourIrises } from './recolour-irises.ts'
import { requireNoDarkGlasses } from './require-no-dark-glasses.ts'
import { requireNoGlasses } from './require-no-glasses.ts'
import { requireSeenEyes } from './require-seen-eyes.ts'
import { requireSharp } from './require-sharp.ts'
import { requireSwappable } from './require-swappable.ts'
import { reshapeFace } from './reshape-face.ts'
import { COLOURLESS, MAX_COARSE_FACE_WIDTH } from './tuning.ts'

/**
 * Gives one face of a picture, the target, the proportions of a donor's face and the colour of its irises. Skin, brows,
 * lids, lips and teeth stay the target's and are displaced with the features they belong to, in the light, sharpness
 * and grain that they have; so do expression, gaze and the face's outline. Pixels outside the face keep their bytes.
 * @throws Fault `turned-face`, `small-face`, `cut-face` or `hidden-face` where no good result is possible
 */
export function swapFace(picture: Picture, face: Face, donor: Donor): Picture {
  requireSwappable(face, donor.face)
  const donorFace = { ...donor.face, landmarks: donor.landmarks }
  requireNoDarkGlasses(picture, face, 'src')
  requireNoDarkGlasses(donor.picture, donorFace, 'ref')
  requireNoGlasses(picture, face)
  requireSharp(picture, face, 'src')
  requireSharp(donor.picture, donorFace, 'ref')
  const recoloured = withArena(() => takeIrises(picture, face, donor.picture, donorFace))
  if (recoloured !== picture) releaseOwnership(recoloured)
  return reshapeFace(recoloured, face, donor)
}

/** Moves the colour of the target's irises towards the donor's where all four are seen in light that shows colours. */
function takeIrises(picture: Picture, face: Face, donorPicture: Picture, donorFace: Face): Picture {
  const region = readFaceRegion(picture, face, MAX_COARSE_FACE_WIDTH, SKIN_MARGIN)
  requireSeenEyes(region)
  if (![face, donorFace].every(({ landmarks }) => showsIrises(landmarks))) return picture
  const donorRegion = readFaceRegion(donorPicture, donorFace, MAX_COARSE_FACE_WIDTH, SKIN_MARGIN)
  const skin = { target: skinMasks(region), donor: skinMasks(donorRegion) }
  // A grey picture tells no colour, and lenses tint and reflect.
  if (isColourless(skin.donor) && !isColourless(skin.target)) return picture
  if (wearsGlasses(donorPicture, donorFace)) return picture
  const irises = {
    target: measureIrises(region, irisRadius(face.landmarks)),
    donor: measureIrises(donorRegion, irisRadius(donorFace.landmarks)),
  }
  return recolourIrises(picture, region, irises, skin.target)
}

/** Whether a face's skin is grey: that of a black and white picture. */
function isColourless({ typical: { l, a, b } }: Pick<SkinMasks, 'typical'>): boolean {
  return Math.hypot(a, b) < COLOURLESS * (l + 16)
}
