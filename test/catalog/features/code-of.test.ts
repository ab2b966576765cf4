import { describe, expect, test } from 'vitest'
import {
  CONDITIONS,
  FINER_CONDITIONS,
  type FinerCondition,
} from '../../../catalog/failures/condition.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { Fault, withFileRole } from '../../../catalog/failures/fault.ts'
import { codeOf, codesOf } from '../../../catalog/features/code-of.ts'
import { FEATURES, findFeature } from '../../../catalog/features/features.ts'

const FINER = Object.keys(FINER_CONDITIONS) as FinerCondition[]

describe.each(FEATURES)('$name', (feature) => {
  test.each([...CONDITIONS, ...FINER, 'uninstalled' as const])('has a code for %s', (condition) => {
    const code = codeOf(feature, { condition, role: undefined })
    expect(FAILURES[code].kind).toBe('task')
    expect(codesOf(feature)).toContain(code)
  })
})

test.each([
  ['body-reshape', 'small', undefined, 'PHOTO_CHECK_INVALID'],
  ['skin-simulation', 'small', undefined, 'error_below_min_image_size'],
  ['skin-simulation', 'large', undefined, 'error_exceed_max_image_size'],
  ['skin-simulation', 'turned-face', undefined, 'error_src_face_out_of_bound'],
  ['2d-vto/earring', 'reference', undefined, 'OBJECT_DETECTION_FAIL'],
  ['obj-replace', 'unreadable', 'src', 'error_decode_image'],
  ['obj-replace', 'unreadable', 'msk', 'error_decode_mask'],
  ['obj-replace', 'pose', 'msk', 'invalid_parameter'],
  ['bg-replace-vid', 'unsupported', 'src', 'error_unsupported_video'],
  ['bg-replace-vid', 'unsupported', 'ref', 'error_decode_image'],
  ['bg-replace-vid', 'download', 'ref', 'error_download_image'],
  ['obj-rem-vid', 'large', 'msk', 'invalid_parameter'],
  ['cloth-v3', 'uninstalled', undefined, 'unknown_internal_error'],
] as const)('%s spells %s in %s as %s', (name, condition, role, code) => {
  expect(codeOf(findFeature(name)!, { condition, role })).toBe(code)
})

const ASKING = FEATURES.filter(({ codes }) => codes['generator-busy'])

test.each(ASKING)(
  '$name says in a code and words of its own what a generator ended with',
  (feature) => {
    const conditions = FINER.filter((name) => name === 'content' || name.startsWith('generator-'))
    const codes = conditions.map((condition) => codeOf(feature, { condition, role: undefined }))
    expect(codes.toSorted()).toEqual([
      'error_generator_answer',
      'error_generator_budget',
      'error_generator_busy',
      'error_generator_lost',
      'error_nsfw_content_detected',
    ])
    expect(new Set(codes.map((code) => FAILURES[code].detail)).size).toBe(5)
  },
)

describe('a fault of one file', () => {
  test('names its file, and keeps the first name', async () => {
    const met = withFileRole('msk', Promise.reject(new Fault('unreadable', 'Cut off.')))
    await expect(met).rejects.toMatchObject({ condition: 'unreadable', role: 'msk' })
    await expect(withFileRole('src', met)).rejects.toMatchObject({
      role: 'msk',
      message: 'Cut off.',
    })
  })

  test('any other error is left unchanged', async () => {
    const defect = new TypeError('x')
    await expect(withFileRole('src', Promise.reject(defect))).rejects.toBe(defect)
    await expect(withFileRole('src', Promise.resolve(1))).resolves.toBe(1)
  })
})
