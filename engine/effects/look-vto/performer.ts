import { readLook } from '../../../catalog/looks/read-look.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithLargestFace } from '../../performers/open-with-faces.ts'
import type { Performer } from '../../performers/performer.ts'
import { putOnLook } from './look-vto.ts'
import { requirePaintableFace } from './require-paintable.ts'

/** Puts the make-up of a template on the largest face of a picture. */
export const lookVtoPerformer: Performer = {
  effect: editPicture({
    open: async (task) => {
      const look = readLook(String(task.parameters['template_id']))
      const opened = await openWithLargestFace(task, 'src')
      return { ...opened, look, face: requirePaintableFace(opened.picture, opened.faces) }
    },
    apply: ({ picture, face, look }, _, settle) => ({
      picture: putOnLook(picture, face, look, settle),
    }),
    timed: false,
  }),
}
