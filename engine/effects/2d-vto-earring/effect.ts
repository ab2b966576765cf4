import type { EarringParameter } from '../../../catalog/2d-vto-earring.ts'
import { openBeside, openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { requireWearer } from '../../jewellery/require-wearer.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import { findHeadRegions } from '../../regions/head/head-regions.ts'
import { wearEarrings } from './earring.ts'
import { earsIn } from './ears-in.ts'

/** Shows a person wearing earrings. */
export const earring: Effect = {
  performer: {
    effect: editPicture({
      open: async (task) => {
        const { opened, worn } = await openBeside(
          openWithFaces(task, 'src'),
          openProducts<EarringParameter>(task, 'earring', earsIn),
        )
        const face = requireWearer(opened.faces)
        const regions = await findHeadRegions(opened.picture, face, await task.vision())
        const mask = await openSourceMask(task, opened.picture)
        return { ...opened, face, regions, worn: worn(), mask }
      },
      apply: ({ picture, face, regions, worn, mask }) => ({
        picture: wearEarrings({ picture, face, regions }, worn, mask),
      }),
      timed: false,
    }),
  },
  sheet: {
    kind: 'products',
    pictures: [
      'drawn bust, hair up',
      'drawn bust, long hair',
      'ai-upper.jpg',
      'ai-body.jpg',
      'obama.jpg',
    ],
    finds: 'faces',
    products: ['stud', 'drop', 'hoop'],
    tasks: [{}, { earring_is_right_ear: false }],
  },
  bench: [
    {
      on: 'bust',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'drop',
    },
  ],
}
