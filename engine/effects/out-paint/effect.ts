import type { Effect } from '../../performers/effect.ts'
import { outPaintPerformer } from './performer.ts'

/** A part of 1200 x 1600 pixels that is continued on two sides. */
const PART = {
  crop_input_x: 0,
  crop_input_y: 0,
  crop_input_width: 1200,
  crop_input_height: 1600,
  input_width: 1200,
  input_height: 1600,
}

export const outPaint: Effect = {
  performer: outPaintPerformer,
  sheet: {
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
  bench: [
    {
      label: 'to both sides',
      on: 'portrait',
      params: { ...PART, output_width: 2400, output_height: 1600, input_x: 600, input_y: 0 },
    },
    {
      label: 'to 4096 x 4096',
      on: 'portrait',
      params: { ...PART, output_width: 4096, output_height: 4096, input_x: 1448, input_y: 1248 },
    },
  ],
}
