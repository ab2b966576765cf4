import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { detectionTask } from './detection-task.ts'
import { editPicture } from './edit-picture.ts'
import { facesOf, openWithFaces } from './open-with-faces.ts'
import type { Performer } from './performer.ts'
import { pickTarget } from './pick-target.ts'

/** Changes one face of a picture and leaves the others as they are. */
type EditFace = (
  picture: Picture,
  face: Face,
  others: readonly Face[],
  parameters: Record<string, unknown>,
) => Picture

/**
 * The performer of an effect on one face: its pre-process task gives the faces as boxes, judged by `require`, which
 * `edit` calls as well, and the effect's `index`
 * names one of them. The effect throws Fault `target` when that face is not there, and what `edit` throws.
 */
export function oneFacePerformer(
  feature: string,
  require: (face: Face, picture: Picture) => void,
  edit: EditFace,
): Performer {
  return {
    'pre-process': detectionTask(feature, facesOf, (face, { picture }) => require(face, picture)),
    effect: editPicture({
      open: async (task) => {
        const opened = await openWithFaces(task, 'src')
        return { ...opened, face: pickTarget(opened.faces, 'face', task.parameters['index']) }
      },
      apply: ({ picture, face, faces }, { parameters }) => {
        const others = faces.filter((other) => other !== face)
        return { picture: edit(picture, face, others, parameters) }
      },
      timed: true,
    }),
  }
}
