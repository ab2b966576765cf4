import type { NecklaceParameter } from '../../../catalog/features/2d-vto-necklace.ts'
import { openBeside, openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { requireWearer } from '../../jewellery/require-wearer.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { Performer } from '../../performers/performer.ts'
import { findHeadRegions } from '../../regions/head/head-regions.ts'
import { detectHands } from '../../vision/hands/detect-hands.ts'
import { measureShoulders } from './measure-shoulders.ts'
import { wearNecklaces } from './necklace.ts'
import { necksIn } from './necks-in.ts'

/** Shows a person wearing necklaces. */
export const necklacePerformer: Performer = {
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
      const hands = await detectHands(opened.picture, vision, task.checkpoint)
      const mask = await openSourceMask(task, opened.picture)
      return { ...opened, face, regions, shoulders, hands, worn: worn(), mask }
    },
    apply: ({ worn, mask, ...wearer }) => ({
      picture: wearNecklaces(wearer, worn, mask),
    }),
    timed: false,
  }),
}
