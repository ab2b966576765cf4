import { describe, expect, test } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { Stage } from '../../../catalog/features/feature.ts'
import { FEATURES, findFeature, stagesOf } from '../../../catalog/features/features.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { fc } from '../../setup/random.ts'
import { BODIES } from './bodies.ts'

function feature(name: string) {
  return findFeature(name)!
}
function valid(name: string, change: object = {}, stage: Stage = 'effect') {
  return validateTask(feature(name), stage, { ...BODIES[name], ...change })
}
function required(field: string): string {
  return `${field} is required but wasn't included in your request`
}

function refusal(name: string, change: object): string {
  try {
    valid(name, change)
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^Invalid(Parameters|Template)$/) })
    return (error as Failure).message
  }
  return expect.unreachable('it was accepted')
}

describe.each(FEATURES)('$name', ({ name, parameters }) => {
  test('accepts the documented request, and its own parameters again', () => {
    const task = valid(name)
    expect(parameters.parse(task.parameters)).toEqual(task.parameters)
  })

  test('accepts a file id as well as a URL', () => {
    const files = Object.entries(BODIES[name]!).filter(([field]) => /_file_/.test(field))
    const gone = Object.fromEntries(files.map(([field]) => [field, undefined]))
    const ids = Object.fromEntries(
      files.map(([field, value]) => [
        field.replace('_url', '_id'),
        Array.isArray(value) ? value.map(() => 'some-id') : 'some-id',
      ]),
    )
    const named = { name: 'some-id' }
    const worn =
      'object_infos' in BODIES[name]! ? { source_info: named, object_infos: [named] } : {}
    for (const file of Object.values(valid(name, { ...gone, ...ids, ...worn }).files).flat()) {
      expect(file).toEqual({ id: 'some-id' })
    }
  })

  test('requires its source', () => {
    expect(refusal(name, { src_file_url: undefined })).toBe(
      `${required('src_file_url')}, or ${required('src_file_id')}.`,
    )
    expect(refusal(name, { src_file_url: null })).toBe(
      "'src_file_url' is required and can't be null.",
    )
    expect(refusal(name, { src_file_url: 'ftp://example.com/a' })).toMatch(/^src_file_url doesn't/)
  })

  test('ignores unknown fields', () => {
    expect(valid(name, { source: 'x', extra: { deep: [1] } })).toEqual(valid(name))
  })

  test.each(stagesOf(feature(name)))('answers any JSON with a task or a refusal: %s', (stage) => {
    const field = fc.constantFrom(...Object.keys(BODIES[name]!))
    fc.assert(
      fc.property(fc.dictionary(field, fc.jsonValue()), (change) => {
        try {
          valid(name, change, stage)
        } catch (error) {
          expect(error).toBeInstanceOf(Failure)
          expect((error as Failure).status).toBe(400)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a refusal names the field and the rule', () => {
  const object = (parameter: object, more: object = {}) => ({
    object_infos: [{ name: 'https://example.com/ref.jpg', parameter, ...more }],
  })
  test.each<[string, object, string | RegExp]>([
    [
      'body-reshape',
      { version: undefined },
      "version is required but wasn't included in your request.",
    ],
    ['body-reshape', { version: '2.0' }, 'version is not one of the accepted values.'],
    ['body-reshape', { features: { slim: 101 } }, 'features.slim is above the allowed maximum.'],
    ['body-reshape', { features: { neck: -1 } }, 'features.neck is below the allowed minimum.'],
    [
      'body-reshape',
      { features: { slim: 0 } },
      'features needs at least one value that is not zero.',
    ],
    [
      'face-reshape',
      { global: undefined },
      "global is required but wasn't included in your request.",
    ],
    ['face-reshape', { features: { lip_size: 1.5 } }, /^features.lip_size doesn't match/],
    ['face-reshape', { features: { jaw: -1 } }, 'features.jaw is below the allowed minimum.'],
    ['face-reshape', { features: { lip_size: Infinity } }, /^features.lip_size/],
    [
      'face-lift',
      { features: undefined },
      "features is required but wasn't included in your request.",
    ],
    [
      'face-lift',
      { features: { cheek: 0 } },
      'features needs at least one value that is not zero.',
    ],
    ['face-lift', { features: { chin: 1 } }, 'features.chin is not a field of this object.'],
    ['skin-simulation', { wrinkle: 0, pores: 0 }, 'Simulation intensity cannot be all zero'],
    [
      'skin-simulation',
      { wrinkle: undefined, pores: undefined, wrinkles: 1 },
      'Simulation intensity cannot be all zero',
    ],
    ['skin-simulation', { acne: -0.1 }, 'acne is below the allowed minimum.'],
    ['skin-simulation', { acne: 1.1 }, 'acne is above the allowed maximum.'],
    ['2d-vto/earring', { ref_file_urls: [] }, 'ref_file_urls is below the allowed minimum.'],
    [
      '2d-vto/earring',
      { ref_file_urls: undefined },
      /^ref_file_urls is required .*, or ref_file_ids is/,
    ],
    [
      '2d-vto/earring',
      { srcmsk_file_id: 'x' },
      /^srcmsk_file and src_file must both be given by URL/,
    ],
    [
      '2d-vto/earring',
      object({ earring_anchor_point: null }),
      /^'object_infos\[0\]\.parameter\.earring_anchor_point' is required and can't be null/,
    ],
    ['2d-vto/earring', object({ earring_occluded_type: 3 }), /earring_occluded_type is not one of/],
    [
      '2d-vto/earring',
      object({}, { mask_name: 'x' }),
      'object_infos[0].mask_name names no file of this request.',
    ],
    ['2d-vto/bracelet', object({ bracelet_wearing_location: -0.4 }), /below the allowed minimum/],
    ['2d-vto/necklace', object({ necklace_anchor_point: [1, 2] }), /doesn't match/],
    [
      'out-paint',
      { input_x: 2000 },
      'input_x + input_width is above the allowed maximum, output_width.',
    ],
    [
      'out-paint',
      { input_y: 2000 },
      'input_y + input_height is above the allowed maximum, output_height.',
    ],
    [
      'out-paint',
      { input_width: 721 },
      'input_x + input_width is above the allowed maximum, output_width.',
    ],
    [
      'out-paint',
      { input_height: 961 },
      'input_y + input_height is above the allowed maximum, output_height.',
    ],
    ['out-paint', { output_width: 4097 }, 'output_width is above the allowed maximum.'],
    [
      'out-paint',
      { input_x: 0, input_y: 0, input_width: 960, input_height: 1280 },
      /must be larger than/,
    ],
    [
      'cloth-v3',
      { garment_category: 'hat' },
      'garment_category is not one of the accepted values.',
    ],
    ['cloth-v3', { ref_file_url: undefined }, /^ref_file_url is required .*, or ref_file_id is/],
    ['obj-replace', { prompt: '' }, 'prompt is below the allowed minimum.'],
    [
      'bg-replace-vid',
      { background_mode: 'tile' },
      'background_mode is not one of the accepted values.',
    ],
    ['obj-rem-vid', { frame_idx: -1 }, 'frame_idx is below the allowed minimum.'],
    ['face-swap', { face_mapping: [] }, 'face_mapping is below the allowed minimum.'],
    [
      'face-swap',
      { face_mapping: [{ index: 2, position: 0 }] },
      'face_mapping names reference 2, and there are 2, counted from 0.',
    ],
    ['face-swap', { face_mapping: [{ index: 0, position: -1 }] }, /both -1 or both 0/],
    ['face-swap', { face_mapping: [{ index: -1, position: -1 }] }, /at least one face/],
    [
      'face-swap',
      {
        face_mapping: [
          { index: 0, position: 1 },
          { index: 1, position: 1 },
        ],
      },
      /twice/,
    ],
    ['image-to-video', { dst_duration: 6 }, 'dst_duration is not one of the accepted values.'],
    ['image-to-video', { template_id: 'nope' }, "This template ID doesn't exist."],
    [
      'hair-transfer',
      { template_id: 'female_bob' },
      'Exactly one of ref_file_url, ref_file_id, template_id is allowed.',
    ],
    ['hair-transfer', { ref_file_id: 'x' }, /^Exactly one of/],
    [
      'hair-transfer',
      { ref_file_url: undefined },
      /^ref_file_url is required .*, or template_id is required/,
    ],
    ['video-trans', { dst_duration: 31 }, 'dst_duration is above the allowed maximum.'],
    [
      'look-vto',
      { template_id: undefined },
      "template_id is required but wasn't included in your request.",
    ],
  ])('%s %j', (name, change, message) => {
    expect(refusal(name, change)).toMatch(message)
  })
})

test.each([
  { input_x: 0, input_width: 960 },
  { input_y: 0, input_height: 1280 },
  { input_x: 480, input_y: 640 },
])('a margin on one side is enough to extend: %j', (change) => {
  expect(valid('out-paint', change).parameters).toMatchObject(change)
})

test('a detection takes the source only', () => {
  const task = validateTask(feature('face-swap'), 'pre-process', { src_file_id: 'x', version: 9 })
  expect(task).toEqual({ files: { src: { id: 'x' } }, parameters: {} })
})
