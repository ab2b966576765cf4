import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import { requireSuitableFace } from './require-suitable-face.ts'
import { simulateSkin } from './skin-simulation.ts'

/** Shows the largest face of a picture with its skin improved. */
export const skinSimulation: Effect = {
  performer: {
    effect: editPicture({
      open: async (task) => {
        const opened = await openWithFaces(task, 'src')
        return { ...opened, face: requireSuitableFace(opened.picture, opened.faces) }
      },
      apply: ({ picture, face }, { parameters }) => ({
        picture: simulateSkin(picture, face, parameters as SkinConcerns),
      }),
      timed: false,
    }),
  },
  sheet: {
    kind: 'strengths',
    pictures: [
      'drawn face with flaws, skin II',
      'drawn face with flaws, skin V',
      'obama.jpg',
      'astronaut.png',
    ],
    finds: 'faces',
    margin: 0.05,
    fillFrame: true,
  },
  bench: [
    {
      label: '3',
      on: 'close-up',
      params: { wrinkle: 0.6, dark_circle: 0.6, texture: 0.6 },
    },
    {
      label: '10',
      on: 'close-up',
      params: {
        wrinkle: 0.6,
        radiance: 0.6,
        oiliness: 0.6,
        acne: 0.6,
        eye_bags: 0.6,
        dark_circle: 0.6,
        spots: 0.6,
        pores: 0.6,
        texture: 0.6,
        redness: 0.6,
      },
    },
  ],
}
