import { FITZPATRICK_TYPES } from '../../catalog/features/fitzpatrick-scale-analyzer.ts'
import type { SheetPlan } from './sheet-plan.ts'

/** What `npm run contact-sheet` shows of each feature, by its name in the catalogue. */
export const SHEET_PLANS: Readonly<Record<string, SheetPlan>> = {
  '2d-vto/bracelet': {
    kind: 'products',
    pictures: ['drawn wrist', 'hands.jpg'],
    finds: 'hands',
    products: ['bangle', 'chain', 'beads'],
    tasks: [{}, { bracelet_wearing_location: 0.5 }],
  },
  '2d-vto/earring': {
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
  '2d-vto/necklace': {
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
  'bg-replace-vid': { kind: 'strips', pictures: ['drawn walk'], parameters: {} },
  'body-reshape': {
    kind: 'strengths',
    pictures: ['drawn woman', 'two drawn people, the left one', 'pose.jpg', 'obama.jpg'],
    finds: 'bodies',
    margin: 0.08,
  },
  'cloth-v3': {
    kind: 'garments',
    pictures: ['drawn woman', 'drawn man', 'cgi-model-4.jpg', 'cgi-model-27.jpg', 'ai-body.jpg'],
    garments: [
      ...['tee', 'striped-tee', 'printed-tee', 'checked-shirt', 'striped-sweater', 'jacket'],
      ...['striped-dress', 'jeans', 'checked-trousers', 'shorts', 'striped-skirt', 'long-skirt'],
    ],
  },
  'face-lift': {
    kind: 'strengths',
    pictures: ['drawn face', 'obama.jpg', 'astronaut.png'],
    finds: 'faces',
    margin: 0.14,
    alongside: { features: { shape: 1 } },
    tasks: [{ type: 'auto' }],
  },
  'face-reshape': {
    kind: 'strengths',
    pictures: ['drawn face', 'obama.jpg', 'astronaut.png'],
    finds: 'faces',
    margin: 0.14,
    alongside: { features: { cheekbones: 1 } },
  },
  'face-swap': {
    kind: 'pairs',
    pictures: ['drawn face, skin II', 'drawn face, skin V', 'obama.jpg', 'astronaut.png'],
    parameters: { face_mapping: [{ index: 0, position: 0 }] },
  },
  'fitzpatrick-scale-analyzer': {
    kind: 'reading',
    pictures: [
      'drawn face, skin I',
      'drawn face, skin II',
      'drawn face, skin III',
      'drawn face, skin IV',
      'drawn face, skin V',
      'drawn face, skin VI',
      'obama.jpg',
      'astronaut.png',
    ],
    field: 'fitzpatrick_scale',
    scale: FITZPATRICK_TYPES,
  },
  'hair-transfer': {
    kind: 'templates',
    pictures: ['drawn bust, hair up', 'drawn bust, short hair', 'portrait.jpg'],
    margin: 0.5,
  },
  'image-to-video': {
    kind: 'clips',
    pictures: ['drawn woman', 'pose.jpg'],
    parameters: { dst_duration: 5, mode: 'std' },
  },
  'look-vto': {
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
  'obj-rem-vid': { kind: 'strips', pictures: ['drawn walk'], parameters: { frame_idx: 0 } },
  'obj-replace': {
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
  'out-paint': {
    kind: 'margins',
    pictures: [
      'drawn sea',
      'drawn room',
      'drawn meadow',
      'drawn studio',
      'drawn woman',
      'coffee.png',
      'brick.png',
      'cgi-model-13.jpg',
      'obama.jpg',
    ],
    margins: [
      { left: 0.25, top: 0, right: 0.25, bottom: 0 },
      { left: 0.4, top: 0.3, right: 0.4, bottom: 0.3 },
      { left: 0, top: 0, right: 1.5, bottom: 0 },
    ],
  },
  'skin-simulation': {
    kind: 'strengths',
    pictures: [
      'drawn face with flaws, skin II',
      'drawn face with flaws, skin V',
      'obama.jpg',
      'astronaut.png',
    ],
    finds: 'faces',
    margin: 0.05,
    fillFrame: true,
  },
  'video-trans': { kind: 'strips', pictures: ['drawn walk'], parameters: { dst_duration: 2 } },
}

/** An ellipse as SVG path data. */
function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy} a${rx} ${ry} 0 1 0 ${2 * rx} 0 a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}
