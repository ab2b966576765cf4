import type { SkinConcerns } from '../../../catalog/features/skin-simulation.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { Performer } from '../../performers/performer.ts'
import { requireSuitableFace } from './require-suitable-face.ts'
import { simulateSkin } from './skin-simulation.ts'

/** Shows the largest face of a picture with its skin improved. */
export const skinSimulationPerformer: Performer = {
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
}
