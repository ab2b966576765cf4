import type { NecklaceParameter } from '../../../catalog/2d-vto-necklace.ts'
import { openBeside, openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { requireWearer } from '../../jewellery/require-wearer.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import { findHeadRegions } from '../../regions/head/head-regions.ts'
import { measureShoulders } from './measure-shoulders.ts'
import { wearNecklaces } from './necklace.ts'
import { necksIn } from './necks-in.ts'

/** Shows a person wearing necklaces. */
export const necklace: Effect = {
  performer: {
    effect: editPicture({
      open: async (task) => {
        const { opened, worn } = await openBeside(
          openWithFaces(task, 'src'),
          openProducts<NecklaceParameter>(task, 'necklace', necksIn),
        )
        const face = requireWearer(opened.faces)
        const vision = await task.vision()
        const regions = await findHeadRegions(opened.picture, face, vision)
        const shoulders = await measureShoulders(opened.picture, face, vision)
        const mask = await openSourceMask(task, opened.picture)
        return { ...opened, face, regions, shoulders, worn: worn(), mask }
      },
      apply: ({ picture, face, regions, shoulders, worn, mask }) => ({
        picture: wearNecklaces({ picture, face, regions, shoulders }, worn, mask),
      }),
      timed: false,
    }),
  },
  sheet: {
    kind: 'products',
    pictures: [
      'drawn bust, hair up',
      'drawn bust, long hair',
      'drawn bust, curly hair',
      'drawn bust, collar',
      'head of cgi-model-13.jpg',
      'head of cgi-model-4.jpg',
      'head of three_people.jpg',
      'obama.jpg',
    ],
    finds: 'faces',
    products: ['medallion', 'linked', 'pearls'],
    tasks: [{}],
  },
  bench: [
    {
      on: 'bust',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'medallion',
    },
  ],
}
