import { HAIR_TRANSFER_TEMPLATES } from '../../../catalog/templates/hair-transfer.ts'
import type { Size } from '../../../engine/geometry/size.ts'
import type { AtFace } from './mask-at-face.ts'
import type { Photo } from './read-folder.ts'

/** Parameters of a task; `mask_at` says where the bench draws its mask, and is not sent. */
type Parameters = Readonly<Record<string, unknown> & { mask_at?: AtFace }>

/** What is paired for a feature, and whether it has to leave the features of every face as they are. */
export type RealCase = {
  src: (photo: Photo) => boolean
  ref?: (photo: Photo) => boolean
  /** The sources have a mask beside them, `bus_mask.png`. */
  masked?: true
  /** Sets of parameters, of which each pair takes one. @default none */
  params?: readonly Parameters[]
  /** More of them, by the size of the source. */
  sized?: (size: Size) => Parameters
  /** Whether it must not change a pixel of brows, eyes, nose and mouth of faces that are not taken out whole. */
  keepsFaces: boolean
}

const isKind = (kind: string, word?: string) => (photo: Photo) =>
  photo.kind === kind && (word === undefined || photo.words.includes(word))

const WORN = { source_info: { name: '0' }, object_infos: [{ name: '0' }] }

/** What the bench puts together for each feature, by kinds of photographs. */
export const REAL_CASES: Readonly<Record<string, RealCase>> = {
  '2d-vto/bracelet': {
    src: (photo) => photo.words.includes('wrist'),
    ref: isKind('jewellery', 'bracelet'),
    params: [WORN],
    keepsFaces: true,
  },
  '2d-vto/earring': {
    src: isKind('people', 'ear'),
    ref: isKind('jewellery', 'earring'),
    params: [WORN],
    keepsFaces: true,
  },
  '2d-vto/necklace': {
    src: isKind('people', 'neck'),
    ref: isKind('jewellery', 'necklace'),
    params: [WORN],
    keepsFaces: true,
  },
  'body-reshape': {
    src: isKind('people'),
    params: [{ features: { slim: -60, waist: -30 } }],
    keepsFaces: false,
  },
  'cloth-v3': {
    src: isKind('people'),
    ref: isKind('garments'),
    params: [{ garment_category: 'auto' }],
    keepsFaces: true,
  },
  'face-lift': { src: isKind('people'), params: [{ type: 'auto' }], keepsFaces: false },
  'face-reshape': {
    src: isKind('people'),
    params: [{ features: { eye_size: 40, face_reshape: -40 } }],
    keepsFaces: false,
  },
  'face-swap': {
    src: isKind('people', 'hair'),
    ref: isKind('people', 'hair'),
    params: [{ face_mapping: [{ index: 0, position: 0 }] }],
    keepsFaces: false,
  },
  'fitzpatrick-scale-analyzer': { src: isKind('people'), keepsFaces: true },
  'hair-transfer': {
    src: isKind('people', 'hair'),
    ref: isKind('people', 'hair'),
    keepsFaces: true,
  },
  'hair-transfer/templates': {
    src: isKind('people', 'hair'),
    params: HAIR_TRANSFER_TEMPLATES.map(({ id }) => ({ template_id: id })),
    keepsFaces: true,
  },
  'look-vto': {
    src: isKind('people'),
    params: [{ template_id: 'evening_smoke' }],
    keepsFaces: false,
  },
  'obj-replace': {
    src: isKind('objects'),
    masked: true,
    params: [{ prompt: 'remove' }, { prompt: 'a royal blue one' }, { prompt: 'white' }],
    keepsFaces: true,
  },
  'obj-replace/faces': {
    src: isKind('people'),
    params: (['beside', 'over an eye', 'over the mouth', 'over a half', 'whole'] as const).flatMap(
      (at) => ['remove', 'dark green'].map((prompt) => ({ prompt, mask_at: at })),
    ),
    keepsFaces: true,
  },
  'out-paint': {
    src: isKind('people'),
    sized: ({ width, height }) => ({
      output_width: Math.round(1.3 * width),
      output_height: Math.round(1.2 * height),
      input_x: Math.round(0.2 * width),
      input_y: Math.round(0.1 * height),
      input_width: width,
      input_height: height,
      crop_input_x: 0,
      crop_input_y: 0,
      crop_input_width: width,
      crop_input_height: height,
    }),
    keepsFaces: true,
  },
  'skin-simulation': {
    src: isKind('people'),
    params: [{ wrinkle: 1, texture: 1, spots: 1 }],
    keepsFaces: false,
  },
}
