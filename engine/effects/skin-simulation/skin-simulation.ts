import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import { repaint, repaintBy } from '../skin/repaint.ts'
import { blemishes } from './blemishes.ts'
import { darkCircle } from './dark-circle.ts'
import { pores, texture } from './detail.ts'
import { eyeBags } from './eye-bags.ts'
import { fineChange } from './fine-change.ts'
import { keepTexture } from './keep-texture.ts'
import { oiliness } from './oiliness.ts'
import { openPatient } from './open-patient.ts'
import { radiance } from './radiance.ts'
import { redness } from './redness.ts'
import type { Patient, Treatment } from './treatment.ts'
import { rowsUnderEyes } from './under-eyes.ts'
import { wrinkle } from './wrinkle.ts'

type Concern = keyof SkinConcerns

/** What is done for one concern, or for several at once. */
type Step = { concerns: readonly Concern[]; treat(patient: Patient, asked: SkinConcerns): void }

const alone = (concern: Concern, treatment: Treatment): Step => ({
  concerns: [concern],
  treat: (patient, asked) => treatment(patient, Math.min(1, asked[concern]!)),
})

/** What is done under the eyes alone, on no more of the face than it looks at. */
const underEyes = (concern: Concern, treatment: Treatment): Step =>
  alone(concern, (patient, intensity) => {
    const rows = rowsUnderEyes(patient)
    if (rows) treatment(rows, intensity)
  })

/** In the order they are done: single marks first, so that evening out the skin does not smear them; light last. */
const STEPS: readonly Step[] = [
  { concerns: ['acne', 'spots'], treat: blemishes },
  alone('wrinkle', wrinkle),
  underEyes('eye_bags', eyeBags),
  underEyes('dark_circle', darkCircle),
  alone('pores', pores),
  alone('texture', texture),
  alone('oiliness', oiliness),
  alone('redness', redness),
  alone('radiance', radiance),
]

/** What is as small as pores; all other concerns are as well treated on a smaller canvas. */
const FINE: readonly Concern[] = ['acne', 'spots', 'pores']

/**
 * Shows one face with its skin improved. Each concern is 0 (as it is) to 1 and changes the picture in proportion. Eyes,
 * brows, lips, nostrils, hair and beard, and everything beside the face keep their bytes; with all concerns 0 the
 * picture itself is returned. `oiliness` takes shine away.
 */
export function simulateSkin(picture: Picture, face: Face, concerns: SkinConcerns): Picture {
  const isAsked = (concern: Concern): boolean => (concerns[concern] ?? 0) > 0
  const steps = STEPS.filter((step) => step.concerns.some(isAsked))
  if (steps.length === 0) return picture
  return inPlaneRoom(() => {
    const patient = openPatient(picture, face, FINE.some(isAsked))
    for (const { treat } of steps) inPlaneRoom(() => treat(patient, concerns))
    inPlaneRoom(() => keepTexture(patient, concerns))
    const { canvas, tone, fine } = patient
    if (!fine) return repaint(picture, canvas, tone)
    return repaintBy(picture, fine.frame, () => fineChange(patient, fine))
  })
}
