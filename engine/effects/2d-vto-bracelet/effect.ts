import type { BraceletParameter } from '../../../catalog/2d-vto-bracelet.ts'
import { openProducts, openSourceMask } from '../../jewellery/open-try-on.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { Effect } from '../../performers/effect.ts'
import { detectHands } from '../../vision/hands/detect-hands.ts'
import { wearBracelets } from './bracelet.ts'
import { requireHand } from './require-hand.ts'
import { wristsIn } from './wrists-in.ts'

/** Shows a hand wearing bracelets. */
export const bracelet: Effect = {
  performer: {
    effect: editPicture({
      open: async (task) => {
        const opened = await task.openPicture('src')
        const hands = await detectHands(opened.picture, await task.vision(), task.checkpoint)
        const hand = requireHand(hands)
        const mask = await openSourceMask(task, opened.picture)
        const worn = await openProducts<BraceletParameter>(task, 'bracelet', wristsIn)
        return { ...opened, hand, worn, mask }
      },
      apply: ({ picture, hand, worn, mask }) => ({
        picture: wearBracelets({ picture, hand }, worn, mask),
      }),
      timed: false,
    }),
  },
  sheet: {
    kind: 'products',
    pictures: ['drawn wrist', 'hands.jpg'],
    finds: 'hands',
    products: ['bangle', 'chain', 'beads'],
    tasks: [{}, { bracelet_wearing_location: 0.5 }],
  },
  bench: [
    {
      on: 'wrist',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'bangle',
    },
  ],
}
