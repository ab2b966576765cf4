import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { applyColourChange, repaint } from '../../face/repaint.ts'
import { flattenEyeBags } from '../../face/retouch/flatten-eye-bags.ts'
import { lightenDarkCircles } from '../../face/retouch/lighten-dark-circles.ts'
import type { RetouchFilter, RetouchState } from '../../face/retouch/retouch-state.ts'
import { softenWrinkles } from '../../face/retouch/soften-wrinkles.ts'
import { cropRowsUnderEyes } from '../../face/retouch/under-eyes.ts'
import { withArena } from '../../raster/arena.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { addRadiance } from './add-radiance.ts'
import { createRetouchState } from './create-retouch-state.ts'
import { detailedColourChange } from './detailed-colour-change.ts'
import { healBlemishes } from './heal-blemishes.ts'
import { fillPores, smoothTexture } from './reduce-detail.ts'
import { reduceRedness } from './reduce-redness.ts'
import { removeShine } from './remove-shine.ts'
import { restoreTexture } from './restore-texture.ts'

type Concern = keyof SkinConcerns

/** What is done for one concern, or for several at once. */
type RetouchStep = {
  concerns: readonly Concern[]
  treat(patient: RetouchState, asked: SkinConcerns): void
}

function singleConcern(concern: Concern, treatment: RetouchFilter): RetouchStep {
  return {
    concerns: [concern],
    treat: (patient, asked) => treatment(patient, Math.min(1, asked[concern]!)),
  }
}

/** What is done under the eyes alone, on no more of the face than it looks at. */
function underEyesOnly(concern: Concern, treatment: RetouchFilter): RetouchStep {
  return singleConcern(concern, (patient, intensity) => {
    const rows = cropRowsUnderEyes(patient)
    if (rows) treatment(rows, intensity)
  })
}

/** In the order they are done: single marks first, so that evening out the skin does not smear them; light last. */
const STEPS: readonly RetouchStep[] = [
  { concerns: ['acne', 'spots'], treat: healBlemishes },
  singleConcern('wrinkle', softenWrinkles),
  underEyesOnly('eye_bags', flattenEyeBags),
  underEyesOnly('dark_circle', lightenDarkCircles),
  singleConcern('pores', fillPores),
  singleConcern('texture', smoothTexture),
  singleConcern('oiliness', removeShine),
  singleConcern('redness', reduceRedness),
  singleConcern('radiance', addRadiance),
]

/** What is as small as pores; all other concerns are as well treated on a smaller canvas. */
const FINE_CONCERNS: readonly Concern[] = ['acne', 'spots', 'pores']

/**
 * Shows one face with its skin improved. Each concern is 0 (as it is) to 1 and changes the picture in proportion. Eyes,
 * brows, lips, nostrils, hair and beard, and everything beside the face keep their bytes; with all concerns 0 the
 * picture itself is returned. `oiliness` takes shine away.
 */
export function simulateSkin(picture: Picture, face: Face, concerns: SkinConcerns): Picture {
  const isAsked = (concern: Concern): boolean => (concerns[concern] ?? 0) > 0
  const steps = STEPS.filter((step) => step.concerns.some(isAsked))
  if (steps.length === 0) return picture
  return withArena(() => {
    const patient = createRetouchState(picture, face, FINE_CONCERNS.some(isAsked))
    for (const { treat } of steps) withArena(() => treat(patient, concerns))
    withArena(() => restoreTexture(patient, concerns))
    const { region, lab, detailBand } = patient
    if (!detailBand) return repaint(picture, region, lab)
    return applyColourChange(picture, detailBand.geometry, () =>
      detailedColourChange(patient, detailBand),
    )
  })
}
