import { HAIR_TRANSFER_TEMPLATES } from '../../../catalog/templates/hair-transfer.ts'
import type { Photo } from './read-folder.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What is paired for a feature, and whether it has to leave the features of every face as they are. */
export type RealCase = {
  src: (photo: Photo) => boolean
  ref?: (photo: Photo) => boolean
  /** The sources have a mask beside them, `bus_mask.png`. */
  masked?: true
  /** Sets of parameters, of which each pair takes one. @default none */
  params?: readonly Parameters[]
  /** Whether it must not change a pixel of brows, eyes, nose and mouth. */
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
    keepsFaces: false,
  },
  'skin-simulation': {
    src: isKind('people'),
    params: [{ wrinkle: 1, texture: 1, spots: 1 }],
    keepsFaces: false,
  },
}
