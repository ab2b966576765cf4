import type { Effect } from '../../performers/effect.ts'
import { objReplacePerformer } from './performer.ts'

export const objReplace: Effect = {
  performer: objReplacePerformer,
  sheet: {
    kind: 'prompts',
    things: [
      {
        picture: 'drawn studio',
        thing: 'the vase',
        outline: 'M340 470 L320 260 Q400 220 480 260 L460 470Z',
        prompts: [
          ['remove', 'blue', 'white', 'black'],
          ['gold metal', 'marble', 'leather', 'knit'],
        ],
      },
      {
        picture: 'drawn room',
        thing: 'the floor',
        outline: 'M0 474 L800 404 V600 H0Z',
        prompts: [
          ['wood', 'marble', 'brick', 'stone'],
          ['grass', 'sand', 'water', 'green'],
        ],
      },
      {
        picture: 'drawn room',
        thing: 'the window',
        outline: 'M114 94 H306 V326 H114Z',
        prompts: [['remove', 'red', 'wood', 'metal']],
      },
      {
        picture: 'coffee.png',
        thing: 'the cup with its saucer and spoon',
        outline: `${ellipse(279, 219, 203, 172)} ${ellipse(290, 113, 120, 98)} M396 66 L426 70 L416 130 L396 140Z`,
        prompts: [['remove', 'blue', 'white', 'metal']],
      },
      {
        picture: 'cgi-model-27.jpg',
        thing: 'the shirt',
        outline:
          'M360 192 Q310 208 304 226 L275 290 L320 316 L330 300 L378 395 L363 440 L415 465 L475 478 L530 476 ' +
          'L524 420 L536 300 L526 255 L534 204 L546 200 L536 172 L440 188 Q400 196 360 192Z',
        prompts: [
          ['a blue shirt', 'white', 'black', 'gold'],
          ['denim', 'knit', 'leather', 'gold metal'],
        ],
      },
      {
        picture: 'brick.png',
        thing: 'a part of the pavement',
        outline: 'M190 160 H330 L350 300 H170Z',
        prompts: [['remove', 'wood', 'stone', 'grass']],
      },
    ],
  },
  bench: [
    { label: 'remove', on: 'portrait', masked: true, params: { prompt: 'remove' } },
    { label: 'recolour', on: 'portrait', masked: true, params: { prompt: 'a red jacket' } },
    { label: 'material', on: 'portrait', masked: true, params: { prompt: 'marble' } },
  ],
}

/** An ellipse as SVG path data. */
function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy} a${rx} ${ry} 0 1 0 ${2 * rx} 0 a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}
