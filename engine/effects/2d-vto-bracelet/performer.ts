import type { BraceletParameter } from '../../../catalog/features/2d-vto-bracelet.ts'
import { openBeside, openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import { findWhileDecoding } from '../../performers/find-while-decoding.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { detectHands } from '../../vision/hands/detect-hands.ts'
import { wearBracelets } from './bracelet.ts'
import { requireHand } from './require-hand.ts'
import { wristsIn } from './wrists-in.ts'

/** Shows a hand wearing bracelets. */
export const braceletPerformer: Performer = {
  effect: editPicture({
    open: async (task) => {
      const { opened, worn } = await openBeside(
        openWithHands(task),
        openProducts<BraceletParameter>(task, 'bracelet', wristsIn),
      )
      const hand = requireHand(opened.hands)
      const mask = await openSourceMask(task, opened.picture)
      return { ...opened, hand, worn: worn(), mask }
    },
    apply: ({ picture, hand, worn, mask }) => ({
      picture: wearBracelets({ picture, hand }, worn, mask),
    }),
    timed: false,
  }),
}

async function openWithHands(task: EffectTask) {
  const { opened, found } = await findWhileDecoding(await task.admitPicture('src'), async (seen) =>
    detectHands(seen, await task.vision(), task.checkpoint),
  )
  return { ...opened, hands: found }
}
