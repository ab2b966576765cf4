import { beforeAll, describe, expect, test } from 'vitest'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import type { Ask } from '../ask.ts'
import {
  belowMinimum,
  missing,
  notAccepted,
  pathOf,
  refusalMessage,
  wrongFormat,
} from '../refusal-messages.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

let service: Service
/** Requests of an account without units. */
let ask: Ask

beforeAll(async () => {
  service = await sharedService('idle')
  ask = (await service.account(0)).ask
})

function object(parameter: object) {
  return {
    object_infos: [{ name: 'https://example.com/ref.jpg', parameter }],
  }
}

/** Every rule that is not a range: a change of a valid request, and the message of its refusal. */
const RULES: [feature: string, rule: string, change: object, answer: string | RegExp][] = [
  ['body-reshape', 'needs a version', { version: undefined }, missing('version')],
  ['body-reshape', 'has one version', { version: '2.0' }, notAccepted('version')],
  ['body-reshape', 'needs features', { features: undefined }, missing('features')],
  ['body-reshape', 'needs one feature', { features: {} }, /^features needs at least one/],
  ['body-reshape', 'changes something', { features: { slim: 0, leg: 0 } }, /^features needs/],
  ['body-reshape', 'takes fractions', { features: { slim: 0.5 } }, 'ok'],
  ['body-reshape', 'takes an index', { index: 3 }, 'ok'],
  ['body-reshape', 'counts from 0', { index: -1 }, belowMinimum('index')],
  ['body-reshape', 'counts in whole numbers', { index: 0.5 }, wrongFormat('index')],
  ['body-reshape', 'ignores what it does not know', { source: 'x', extra: { deep: [] } }, 'ok'],
  ['face-reshape', 'needs a version', { version: undefined }, missing('version')],
  ['face-reshape', 'needs global', { global: undefined }, missing('global')],
  ['face-reshape', 'changes something', { features: { jaw: 0 } }, /^features needs at least one/],
  ['face-reshape', 'takes whole numbers', { features: { jaw: 1.5 } }, wrongFormat('features.jaw')],
  ['face-reshape', 'ignores source', { source: 'web' }, 'ok'],
  ['face-lift', 'needs a version', { version: undefined }, missing('version')],
  ['face-lift', 'is custom or auto', { type: 'none' }, notAccepted('type')],
  [
    'face-lift',
    'is custom by itself',
    { type: undefined, features: undefined },
    missing('features'),
  ],
  ['face-lift', 'needs no features on auto', { type: 'auto', features: undefined }, 'ok'],
  ['face-lift', 'changes something', { features: { cheek: 0 } }, /^features needs at least one/],
  ['face-lift', 'has five keys', { features: { chin: 1 } }, /^features\.chin is not a field/],
  ['fitzpatrick-scale-analyzer', 'needs a version', { version: undefined }, missing('version')],
  ['fitzpatrick-scale-analyzer', 'has one version', { version: '1.1' }, notAccepted('version')],
  [
    'skin-simulation',
    'improves something',
    { wrinkle: 0, pores: 0 },
    'Simulation intensity cannot be all zero',
  ],
  [
    'skin-simulation',
    'knows no other spelling',
    { wrinkle: undefined, pores: undefined, wrinkles: 1, hd_acne: 1 },
    'Simulation intensity cannot be all zero',
  ],
  [
    '2d-vto/earring',
    'needs references',
    { ref_file_urls: undefined },
    /^ref_file_urls is required/,
  ],
  ['2d-vto/earring', 'needs one reference', { ref_file_urls: [] }, belowMinimum('ref_file_urls')],
  ['2d-vto/earring', 'needs source_info', { source_info: undefined }, missing('source_info')],
  ['2d-vto/earring', 'names the source', { source_info: {} }, missing('source_info.name')],
  ['2d-vto/earring', 'needs object_infos', { object_infos: undefined }, missing('object_infos')],
  ['2d-vto/earring', 'names each object', { object_infos: [{}] }, missing('object_infos[0].name')],
  ['2d-vto/earring', 'takes no null', object({ earring_scale: null }), /can't be null/],
  [
    '2d-vto/earring',
    'has a size above 0',
    object({ earring_scale: 0 }),
    /below the allowed minimum/,
  ],
  ['2d-vto/earring', 'knows three occlusions', object({ earring_occluded_type: 3 }), /not one of/],
  ['2d-vto/earring', 'takes a pixel', object({ earring_anchor_point: [1, 2] }), 'ok'],
  ['2d-vto/earring', 'takes one pixel in a list', object({ earring_anchor_point: [[1, 2]] }), 'ok'],
  [
    '2d-vto/earring',
    'hangs from a pixel',
    object({ earring_wearing_location: [1] }),
    /earring_wearing_location/,
  ],
  [
    '2d-vto/earring',
    'gives a mask in the form of its source',
    { srcmsk_file_id: 'x' },
    /must both be given by URL/,
  ],
  [
    '2d-vto/necklace',
    'takes two ends',
    object({
      necklace_anchor_point: [
        [1, 2],
        [3, 4],
      ],
    }),
    'ok',
  ],
  [
    '2d-vto/necklace',
    'needs both ends',
    object({ necklace_anchor_point: [[1, 2]] }),
    /necklace_anchor_point/,
  ],
  [
    '2d-vto/bracelet',
    'takes two points',
    object({
      bracelet_anchor_point: [
        [1, 2],
        [3, 4],
      ],
    }),
    'ok',
  ],
  [
    '2d-vto/bracelet',
    'needs both points',
    object({ bracelet_anchor_point: [1, 2] }),
    /doesn't match/,
  ],
  ['cloth-v3', 'needs a category', { garment_category: undefined }, missing('garment_category')],
  ['cloth-v3', 'knows no hats', { garment_category: 'hat' }, notAccepted('garment_category')],
  ...['full_body', 'lower_body', 'upper_body', 'shoes', 'auto'].map(
    (garment_category): (typeof RULES)[number] => [
      'cloth-v3',
      `takes ${garment_category}`,
      { garment_category, change_shoes: false },
      'ok',
    ],
  ),
  ['cloth-v3', 'needs a garment', { ref_file_url: undefined }, /^ref_file_url is required/],
  ['obj-replace', 'needs a prompt', { prompt: undefined }, missing('prompt')],
  ['obj-replace', 'needs a mask', { msk_file_url: undefined }, /^msk_file_url is required/],
  [
    'bg-replace-vid',
    'needs a background',
    { ref_file_url: undefined },
    /^ref_file_url is required/,
  ],
  ['bg-replace-vid', 'can stretch it', { background_mode: 'stretch' }, 'ok'],
  ['bg-replace-vid', 'knows no tiles', { background_mode: 'tile' }, notAccepted('background_mode')],
  ['obj-rem-vid', 'needs the frame of its mask', { frame_idx: undefined }, missing('frame_idx')],
  ['obj-rem-vid', 'counts frames from 0', { frame_idx: -1 }, belowMinimum('frame_idx')],
  ['face-swap', 'needs a mapping', { face_mapping: undefined }, missing('face_mapping')],
  [
    'face-swap',
    'skips a face with -1 twice',
    { face_mapping: [{ index: 0, position: -1 }] },
    /both -1/,
  ],
  ['face-swap', 'has each reference', { face_mapping: [{ index: 2, position: 0 }] }, /there are 2/],
  ['image-to-video', 'needs a template', { template_id: undefined }, missing('template_id')],
  ['image-to-video', 'lasts 5 or 10 seconds', { dst_duration: 6 }, notAccepted('dst_duration')],
  ['image-to-video', 'is std or pro', { mode: 'hd' }, notAccepted('mode')],
  [
    'hair-transfer',
    'takes a template instead',
    { ref_file_url: undefined, template_id: 'female_bob' },
    'ok',
  ],
  ['hair-transfer', 'takes one of both', { template_id: 'female_bob' }, /^Exactly one of/],
  ['hair-transfer', 'needs one of both', { ref_file_url: undefined }, /template_id is required/],
  ['hair-transfer', 'keeps a colour', { hair_color: 'none' }, notAccepted('hair_color')],
  ['video-trans', 'lasts whole seconds', { dst_duration: 1.5 }, wrongFormat('dst_duration')],
  ['look-vto', 'needs a template', { template_id: undefined }, missing('template_id')],
  ['look-vto', 'knows its templates', { template_id: 'x' }, "This template ID doesn't exist."],
]

test.each(RULES)('%s %s', async (feature, _, change, answer) => {
  const heard = await refusalMessage(ask, feature, change)
  if (typeof answer === 'string') expect(heard).toBe(answer)
  else expect(heard).toMatch(answer)
})

describe('files by URL and by id', () => {
  const slotOf = async (asking: Ask): Promise<string> => {
    const file = { content_type: 'image/png', file_name: 'a.png', file_size: 1 }
    const { body } = await asking('POST', '/s2s/v2.0/file', { body: { files: [file] } })
    return body.data!.files[0]!.file_id
  }

  test.each([
    ['cloth-v3', 'ref_file'],
    ['obj-replace', 'msk_file'],
    ['bg-replace-vid', 'ref_file'],
    ['obj-rem-vid', 'msk_file'],
    ['face-swap', 'ref_file'],
    ['2d-vto/earring', 'ref_file'],
  ])('%s accepts every combination of both for src and %s', async (feature, other) => {
    const several = Array.isArray(BODIES[feature]![`${other}_urls`])
    const [src, second] = [await slotOf(ask), await slotOf(ask)]
    const names = several ? [`${other}_urls`, `${other}_ids`] : [`${other}_url`, `${other}_id`]
    const ids = several ? [second, second] : second
    // Try-ons repeat the names of their files.
    const source = several && { source_info: { name: src } }
    const srcById = { src_file_url: undefined, src_file_id: src, ...source }
    const named = several && { object_infos: [{ name: second, parameter: {} }] }
    const otherById = { [names[0]!]: undefined, [names[1]!]: ids, ...named }
    for (const change of [{}, srcById, otherById, { ...srcById, ...otherById }]) {
      expect(await refusalMessage(ask, feature, change)).toBe('ok')
    }
  })

  test('a pre-process task accepts its source and nothing else', async () => {
    const path = `${pathOf('face-swap')}/pre-process`
    const sources = [
      { src_file_url: 'https://a.invalid/a.jpg' },
      { src_file_id: await slotOf(ask) },
    ]
    for (const source of sources) {
      const { status } = await ask('POST', path, { body: { ...source, version: 7, index: 'x' } })
      expect(status).toBe(200)
    }
    const { body } = await ask('POST', path, { body: { face_mapping: [] } })
    expect(body.error).toMatch(/^src_file_url is required .*, or src_file_id is required/)
  })

  test('the file id of another account is refused', async () => {
    const other = await service.account(0)
    const change = { src_file_url: undefined, src_file_id: await slotOf(other.ask) }
    expect(await refusalMessage(ask, 'body-reshape', change)).toBe(
      'src_file_id is not the id of an open upload of this account.',
    )
  })
})
