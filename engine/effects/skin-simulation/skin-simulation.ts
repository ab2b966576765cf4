import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import { copyTone, openCanvas, SKIN_ROOM, WIDEST } from '../skin/canvas.ts'
import { repaint } from '../skin/repaint.ts'
import { skinMasks } from '../skin/skin-masks.ts'
import { acne, spots } from './blemishes.ts'
import { darkCircle } from './dark-circle.ts'
import { pores, texture } from './detail.ts'
import { eyeBags } from './eye-bags.ts'
import { keepTexture } from './keep-texture.ts'
import { oiliness } from './oiliness.ts'
import { onHalf } from './on-half.ts'
import { radiance } from './radiance.ts'
import { redness } from './redness.ts'
import type { Patient, Treatment } from './treatment.ts'
import { wrinkle } from './wrinkle.ts'

type Asked = [keyof SkinConcerns, Treatment]

/** In the order they are done: single marks first, so that evening out the skin does not smear them; light last. */
const TREATMENTS: Asked[] = [
  ['acne', acne],
  ['spots', spots],
  ['wrinkle', wrinkle],
  ['eye_bags', eyeBags],
  ['dark_circle', darkCircle],
  ['pores', pores],
  ['texture', texture],
  ['oiliness', oiliness],
  ['redness', redness],
  ['radiance', radiance],
]

/** What is as small as pores; all other concerns are as well treated on a smaller canvas. */
const FINE: readonly (keyof SkinConcerns)[] = ['acne', 'spots', 'pores']

/**
 * Shows one face with its skin improved. Each concern is 0 (as it is) to 1 and changes the picture in proportion. Eyes,
 * brows, lips, nostrils, hair and beard, and everything beside the face keep their bytes; with all concerns 0 the
 * picture itself is returned. `oiliness` takes shine away.
 */
export function simulateSkin(picture: Picture, face: Face, concerns: SkinConcerns): Picture {
  const asked = TREATMENTS.filter(([name]) => (concerns[name] ?? 0) > 0)
  if (asked.length === 0) return picture
  const isFine = asked.some(([name]) => FINE.includes(name))
  const widest = isFine ? WIDEST.fine : WIDEST.broad
  return inPlaneRoom(() => {
    const canvas = openCanvas(picture, face, widest, SKIN_ROOM)
    const patient = { canvas, masks: skinMasks(canvas), tone: copyTone(canvas.tone) }
    const treat = ([name, treatment]: Asked, on: Patient): void =>
      inPlaneRoom(() => treatment(on, Math.min(1, concerns[name]!)))
    const small = canvas.unit > WIDEST.broad ? onHalf(patient) : undefined
    for (const step of asked) {
      const broad = small && !FINE.includes(step[0])
      if (broad) small.begin()
      else small?.end()
      treat(step, broad ? small.patient : patient)
    }
    small?.end()
    inPlaneRoom(() => keepTexture(patient, concerns))
    return repaint(picture, canvas, patient.tone)
  })
}
