import { readLook } from '../../../catalog/looks/read-look.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { openWithLargestFace } from '../../performers/open-with-faces.ts'
import { putOnLook } from './look-vto.ts'
import { requirePaintableFace } from './require-paintable.ts'

/** Puts the make-up of a template on the largest face of a picture. */
export const lookVto: Effect = {
  performer: {
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
  },
  sheet: {
    kind: 'templates',
    pictures: [
      'drawn face, skin II',
      'drawn face, skin VI',
      'obama.jpg',
      'cgi-model-14.jpg',
      'cgi-model-28.jpg',
    ],
    margin: 0.14,
  },
  bench: [
    { label: 'smoke', on: 'portrait', params: { template_id: 'evening_smoke' } },
    { label: 'gold', on: 'close-up', params: { template_id: 'evening_gold' } },
  ],
}
