import type { EarringParameter } from '../../../catalog/2d-vto-earring.ts'
import { openProducts, openSourceMask, type PlacesIn } from '../../jewellery/open-try-on.ts'
import { requireWearer } from '../../jewellery/require-wearer.ts'
import { placeAtEar } from '../../jewellery/worn/place-on-head.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import { findHeadRegions } from '../../regions/head-regions.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { wearEarrings } from './earring.ts'
import { findEarlobe } from './find-earlobe.ts'

/** The ears that the largest face of a product picture shows. */
export const earsIn: PlacesIn = async (picture, vision) => {
  const faces = await detectFaces(picture, vision)
  const [face] = faces.toSorted((a, b) => b.box.width - a.box.width)
  if (!face) return []
  const regions = await findHeadRegions(picture, face, vision)
  return (['right', 'left'] as const)
    .map((side) => findEarlobe(face, regions, side))
    .filter(({ hiddenBy }) => hiddenBy !== 'head' && hiddenBy !== 'hair')
    .map(({ at }) => placeAtEar(face, at))
}

/** Shows a person wearing earrings. */
export const earring: Effect = {
  performer: {
    effect: editPicture({
      open: async (task) => {
        const opened = await openWithFaces(task, 'src')
        const face = requireWearer(opened.faces)
        const regions = await findHeadRegions(opened.picture, face, await task.vision())
        const mask = await openSourceMask(task, opened.picture)
        const worn = await openProducts<EarringParameter>(task, 'earring', earsIn)
        return { ...opened, face, regions, worn, mask }
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
