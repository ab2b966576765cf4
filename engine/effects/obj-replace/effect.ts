import type { Effect } from '../../performers/effect.ts'
import { objReplacePerformer } from './performer.ts'

export const objReplace: Effect = {
  performer: objReplacePerformer,
  sheet: {
    kind: 'prompts',
    pictures: ['drawn studio', 'drawn room', 'coffee.png', 'cgi-model-27.jpg'],
    hole: { left: 0.36, top: 0.38, width: 0.28, height: 0.42 },
    prompts: [
      ['remove', 'a blue jacket', 'white', 'black'],
      ['wood', 'marble', 'brick', 'stone'],
      ['grass', 'sand', 'water', 'denim'],
      ['knit', 'leather', 'metal', 'gold metal'],
    ],
  },
  bench: [
    { label: 'remove', on: 'portrait', masked: true, params: { prompt: 'remove' } },
    { label: 'recolour', on: 'portrait', masked: true, params: { prompt: 'a red jacket' } },
    { label: 'material', on: 'portrait', masked: true, params: { prompt: 'marble' } },
  ],
}
