const src = { src_file_url: 'https://example.com/src.jpg' }
const ref = { ref_file_url: 'https://example.com/ref.jpg' }
const msk = { msk_file_url: 'https://example.com/msk.png' }

const worn = {
  ...src,
  ref_file_urls: ['https://example.com/ref.jpg'],
  source_info: { name: 'https://example.com/src.jpg' },
  object_infos: [{ name: 'https://example.com/ref.jpg' }],
}

/** One request for each feature's effect that the papers would accept, with its files given by address. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'body-reshape': { ...src, version: '1.0', features: { slim: -10 } },
  'face-reshape': { ...src, version: '1.0', features: { lip_size: 20 }, global: {} },
  'skin-simulation': { ...src, wrinkle: 0.6, pores: 0.3 },
  '2d-vto/earring': worn,
  '2d-vto/necklace': worn,
  '2d-vto/bracelet': worn,
  'fitzpatrick-scale-analyzer': { ...src, version: '1.0', index: 0 },
  'out-paint': {
    ...src,
    output_width: 960,
    output_height: 1280,
    input_x: 240,
    input_y: 320,
    input_width: 480,
    input_height: 640,
    crop_input_x: 0,
    crop_input_y: 0,
    crop_input_width: 480,
    crop_input_height: 640,
  },
  'cloth-v3': { ...src, ...ref, garment_category: 'full_body' },
  'obj-replace': { ...src, ...msk, prompt: 'a vase of tulips' },
  'bg-replace-vid': { ...src, ...ref },
  'obj-rem-vid': { ...src, ...msk, frame_idx: 0 },
  'face-swap': {
    ...src,
    ref_file_urls: ['https://example.com/a.jpg', 'https://example.com/b.jpg'],
    face_mapping: [
      { index: 1, position: 0 },
      { index: -1, position: -1 },
      { index: 0, position: 2 },
    ],
  },
  'face-lift': { ...src, version: '1.0', type: 'custom', features: { cheek: 20 } },
  'image-to-video': { ...src, template_id: 'push_in', dst_duration: 5, mode: 'std' },
  'hair-transfer': { ...src, ...ref, hair_color: 'src' },
  'video-trans': { ...src, template_id: 'ink', dst_duration: 8 },
  'look-vto': { ...src, template_id: 'daily_bare' },
}
