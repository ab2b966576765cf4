import type { EarringParameter } from '../../../catalog/features/2d-vto-earring.ts'
import { openBeside, openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { requireWearer } from '../../jewellery/require-wearer.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { Performer } from '../../performers/performer.ts'
import { findHeadRegions } from '../../regions/head/head-regions.ts'
import { wearEarrings } from './earring.ts'
import { earsIn } from './ears-in.ts'

/** Shows a person wearing earrings. */
export const earringPerformer: Performer = {
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
    apply: ({ picture, face, regions, worn, mask }) => {
      const made = wearEarrings({ picture, face, regions }, worn, mask)
      return { picture: made.picture, results: made.note ? { note: made.note } : {} }
    },
    timed: false,
  }),
}
