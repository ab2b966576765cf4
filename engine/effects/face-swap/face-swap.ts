import { type FaceRegion, readFaceRegion } from '../../face/face-region.ts'
import { type SkinMasks, skinMasks } from '../../face/skin-masks.ts'
import { GLASSES_MAX_WIDTH, SKIN_MARGIN } from '../../face/tuning.ts'
import { showsGlasses } from '../../face/wears-glasses.ts'
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
import { COLOURLESS } from './tuning.ts'

/**
 * Gives one face of a picture, the target, the proportions of a donor's face and the colour of its irises. Skin, brows,
 * lids, lips and teeth stay the target's and are displaced with the features they belong to, in the light, sharpness
 * and grain that they have; so do expression, gaze and the face's outline. Pixels outside the face keep their bytes.
 * @throws Fault `turned-face`, `small-face`, `cut-face` or `hidden-face` where no good result is possible
 */
export function swapFace(picture: Picture, face: Face, donor: Donor): Picture {
  requireSwappable(face, donor.face)
  requireNoDarkGlasses(picture, face, 'src')
  requireNoDarkGlasses(donor.picture, donor.face, 'ref')
  requireSharp(picture, face, 'src')
  requireSharp(donor.picture, donor.face, 'ref')
  const recoloured = withArena(() => {
    const region = readFaceRegion(picture, face, GLASSES_MAX_WIDTH, SKIN_MARGIN)
    const skin = skinMasks(region)
    requireNoGlasses(region, skin)
    requireSeenEyes(region)
    return withDonorsIrises(picture, { region, skin, face }, donor)
  })
  if (recoloured !== picture) releaseOwnership(recoloured)
  return reshapeFace(recoloured, face, donor.face)
}

type Target = { region: FaceRegion; skin: SkinMasks; face: Face }

/** Moves the colour of the target's irises towards the donor's where all four are seen in light that shows colours. */
function withDonorsIrises(picture: Picture, target: Target, donor: Donor): Picture {
  if (![target, donor].every(({ face }) => showsIrises(face.landmarks))) return picture
  const region = readFaceRegion(donor.picture, donor.face, GLASSES_MAX_WIDTH, SKIN_MARGIN)
  const irises = {
    target: measureIrises(target.region, irisRadius(target.face.landmarks)),
    donor: measureIrises(region, irisRadius(donor.face.landmarks)),
  }
  if (irises.target.certainty * irises.donor.certainty === 0) return picture
  const skin = skinMasks(region)
  // A grey picture tells no colour, and lenses tint and reflect.
  if (isColourless(skin) && !isColourless(target.skin)) return picture
  if (showsGlasses(region, skin)) return picture
  return recolourIrises(picture, target.region, irises, target.skin)
}

/** Whether a face's skin is grey: that of a black and white picture. */
function isColourless({ typical: { l, a, b } }: Pick<SkinMasks, 'typical'>): boolean {
  return Math.hypot(a, b) < COLOURLESS * (l + 16)
}
