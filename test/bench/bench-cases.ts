type Parameters = Readonly<Record<string, unknown>>

/** One line of the bench: a whole task on a drawn picture of 2 and of 12 megapixels. */
export type BenchCase = {
  /** Tells cases of one feature apart. */
  label?: string
  /**
   * A face over two thirds of the picture's width, over one third of it, a whole person, or a
   * head with its shoulders, hair up or short. Videos are measured by `npm run bench -- video`.
   */
  on: 'close-up' | 'portrait' | 'body' | 'bust' | 'bust, short' | 'wrist' | 'video'
  params: Parameters
  /** How many references the task has; each is the source picture once more. */
  references?: number
  /** Whether the task has a mask: an ellipse in the middle, a quarter of the picture. */
  masked?: true
  /** The name of a drawn product or garment that is the task's reference instead. */
  product?: string
}

const FIRST_ONTO_FIRST = { face_mapping: [{ index: 0, position: 0 }] }

const RESHAPED = { features: { eye_size: 40, face_reshape: -40, lip_size: 30 } }

/** A part of 1200 x 1600 pixels that is continued on two sides. */
const PART = {
  crop_input_x: 0,
  crop_input_y: 0,
  crop_input_width: 1200,
  crop_input_height: 1600,
  input_width: 1200,
  input_height: 1600,
}

/** What `npm run bench -- engine` measures of each feature, by its name in the catalogue; at least one case. */
export const BENCH_CASES: Readonly<Record<string, readonly [BenchCase, ...BenchCase[]]>> = {
  '2d-vto/bracelet': [
    {
      on: 'wrist',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'bangle',
    },
  ],
  '2d-vto/earring': [
    {
      on: 'bust',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'drop',
    },
  ],
  '2d-vto/necklace': [
    {
      on: 'bust',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0' }] },
      product: 'medallion',
    },
  ],
  'bg-replace-vid': [{ on: 'video', params: {} }],
  'body-reshape': [{ on: 'body', params: { features: { slim: -60, waist: -30 } } }],
  'cloth-v3': [
    {
      label: 'top',
      on: 'body',
      params: { garment_category: 'upper_body' },
      product: 'striped-tee',
    },
    {
      label: 'trousers',
      on: 'body',
      params: { garment_category: 'lower_body' },
      product: 'jeans',
    },
  ],
  'face-lift': [{ label: 'auto', on: 'portrait', params: { type: 'auto' } }],
  'face-reshape': [
    { on: 'portrait', params: RESHAPED },
    { on: 'close-up', params: RESHAPED },
    {
      label: 'skin',
      on: 'portrait',
      params: {
        features: { eye_size: 40 },
        global: { skin_smooth_strength: 60, skin_smooth_color_intensity: 60 },
      },
    },
  ],
  'face-swap': [{ on: 'portrait', params: FIRST_ONTO_FIRST, references: 1 }],
  'fitzpatrick-scale-analyzer': [{ on: 'close-up', params: {} }],
  'hair-transfer': [
    { label: 'reference', on: 'bust, short', params: {}, references: 1 },
    { label: 'template', on: 'bust, short', params: { template_id: 'female_long_straight' } },
  ],
  'image-to-video': [{ on: 'video', params: { template_id: 'orbit', dst_duration: 5 } }],
  'look-vto': [
    { label: 'smoke', on: 'portrait', params: { template_id: 'evening_smoke' } },
    { label: 'gold', on: 'close-up', params: { template_id: 'evening_gold' } },
  ],
  'obj-rem-vid': [{ on: 'video', params: { frame_idx: 0 } }],
  'obj-replace': [
    { label: 'remove', on: 'portrait', masked: true, params: { prompt: 'remove' } },
    { label: 'recolour', on: 'portrait', masked: true, params: { prompt: 'a red jacket' } },
    { label: 'material', on: 'portrait', masked: true, params: { prompt: 'marble' } },
  ],
  'out-paint': [
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
  'skin-simulation': [
    {
      label: '3',
      on: 'close-up',
      params: { wrinkle: 0.6, dark_circle: 0.6, texture: 0.6 },
    },
    {
      label: '10',
      on: 'close-up',
      params: {
        wrinkle: 0.6,
        radiance: 0.6,
        oiliness: 0.6,
        acne: 0.6,
        eye_bags: 0.6,
        dark_circle: 0.6,
        spots: 0.6,
        pores: 0.6,
        texture: 0.6,
        redness: 0.6,
      },
    },
  ],
  'video-trans': [{ on: 'video', params: { template_id: 'oil', dst_duration: 5 } }],
}
