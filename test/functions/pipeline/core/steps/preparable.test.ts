import { expect, test } from 'vitest'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { preparableReferences } from '../../../../../functions/pipeline/core/steps/preparable-references.ts'
import { preparableRule } from '../../../../../functions/pipeline/core/steps/preparable-rule.ts'
import { taskCode } from '../../../../../functions/pipeline/core/steps/task-code.ts'

const OBJECT = { object: 'inputs/a.png' }
const COMPANION = { companion: '{stem}.b.png' }
const ADDRESS = { url: 'https://example.com/a.png' }

function stepOf(name: string, inputs: object = {}, more: object = {}) {
  const { prepare = 'auto', serviceLimits } = more as { prepare?: string; serviceLimits?: object }
  return {
    job: { source: { key: 'drop/slim/x.jpg' }, serviceLimits },
    plan: { prepare },
    step: { inputs },
    feature: findFeature(name)!,
  } as never
}
const keys = (...given: Parameters<typeof stepOf>) =>
  preparableReferences(stepOf(...given)).map(({ nth, key }) => [nth, key])

test('references in the bucket are prepared, not those at an address', () => {
  const inputs = { ref: [ADDRESS, OBJECT, COMPANION] }
  expect(keys('2d-vto/necklace', inputs)).toEqual([
    [1, 'inputs/a.png'],
    [2, 'drop/slim/x.b.png'],
  ])
  expect(keys('hair-transfer', { ref: OBJECT })).toEqual([[0, 'inputs/a.png']])
})

test.each([
  ['there are none', 'hair-transfer', {}, {}],
  ['the recipe lets nothing be prepared', 'hair-transfer', { ref: OBJECT }, { prepare: 'none' }],
  ['they have a mask', '2d-vto/earring', { ref: [OBJECT], refmsk: [OBJECT] }, {}],
  ['the feature takes none', 'body-reshape', { ref: OBJECT }, {}],
])('no reference is prepared where %s', (_, name, inputs, more) => {
  expect(keys(name, inputs, more)).toEqual([])
})

test('a source is prepared for what its feature and the service take', () => {
  const { files } = findFeature('obj-replace')!
  expect(preparableRule(stepOf('obj-replace'))).toMatchObject(files.src)
  const serviceLimits = { maxLongSide: 512 }
  expect(preparableRule(stepOf('obj-replace', {}, { serviceLimits }))).toMatchObject({
    maxLongSide: 512,
  })
  const video = findFeature('bg-replace-vid')!.files.src
  expect(preparableRule(stepOf('bg-replace-vid'))).toBe(video)
  expect(
    preparableReferences(stepOf('hair-transfer', { ref: OBJECT }, { serviceLimits })),
  ).toMatchObject([{ rule: { maxLongSide: 512 } }])
})

test('a source is sent as it is where the recipe says so, or its mask lies at an address', () => {
  expect(preparableRule(stepOf('obj-replace', {}, { prepare: 'none' }))).toBeUndefined()
  expect(preparableRule(stepOf('obj-replace', { msk: ADDRESS }))).toBeUndefined()
  expect(preparableRule(stepOf('obj-replace', { msk: OBJECT }))).toBeDefined()
  expect(preparableRule(stepOf('2d-vto/earring', { srcmsk: ADDRESS }))).toBeUndefined()
})

test.each([
  ['2d-vto/earring', '2', 'PHOTO_DETECTION_FAIL'],
  ['2d-vto/ring', '4', 'PHOTO_CHECK_INVALID'],
  ['2d-vto/earring', '3', '3'],
  ['2d-vto/earring', 'constructor', 'constructor'],
  ['2d-vto/earring', null, null],
  ['2d-vto/earring', undefined, undefined],
  ['face-lift', '2', '2'],
  ['x2d-vto/', '2', '2'],
])('%s ends with %s: %s', (name, error, code) => {
  expect(taskCode({ name }, error)).toBe(code)
})
