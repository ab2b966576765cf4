import { describe, expect, test } from 'vitest'
import { describeOverlaps, overlaps } from '../../../bin/models/overlaps.ts'
import { type ModelManifest, secondForm } from '../../../engine/models/model-manifest.ts'
import { buildModel, manifestOf } from '../../engine/models/build-model.ts'

const SHAPE = { side: 64, channels: 3 } as const

/** A network whose planes are linear in the colour: of the drawn person, skin is red and brown, cloth blue. */
function coloured(order: 'rgb' | 'bgr'): { manifest: ModelManifest; bytes: Uint8Array } {
  const planes = [
    { weights: [-6, 0, 6], bias: 0 },
    { weights: [6, 0, -6], bias: -1 },
  ]
  const bytes = buildModel({ ...SHAPE, planes })
  const form = manifestOf(bytes, SHAPE, { classes: ['clothes', 'skin'] })
  const { picture, ...rest } = secondForm(form) as ModelManifest & { task: 'parse' }
  const result = { ...rest.result, activation: 'sigmoid' as const }
  return { manifest: { ...rest, picture: { ...picture, order }, result }, bytes }
}

test('a network is measured on the drawn person, and one that is told the wrong order finds less', async () => {
  const [right, wrong] = [await overlaps(coloured('rgb'), {}), await overlaps(coloured('bgr'), {})]
  expect(Object.keys(right!.parts)).toEqual(['skin', 'clothes'])
  expect(right!.parts.skin).toBeGreaterThan(3 * wrong!.parts.skin!)
  expect(wrong!.poor).toContain('skin')
  expect(describeOverlaps(wrong!).join('\n')).toMatch(/Warning: skin.* should overlap more\./)
})

/** A network of colours less ImageNet's mean by its deviation, fitted to the drawn person's skin. */
function normalised(given: object): { manifest: ModelManifest; bytes: Uint8Array } {
  const planes = [
    { weights: [0, 0, 0], bias: -9 },
    { weights: [1.78, 13.12, -15.6], bias: -5.02 },
  ]
  const { manifest } = coloured('rgb')
  const picture = { ...manifest.picture, ...given }
  return {
    manifest: { ...manifest, picture } as ModelManifest,
    bytes: buildModel({ ...SHAPE, planes }),
  }
}

test('one whose manifest leaves mean and deviation out finds less', async () => {
  const told = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }
  const [right, wrong] = [await overlaps(normalised(told), {}), await overlaps(normalised({}), {})]
  expect(right!.parts.skin).toBeGreaterThan(3 * wrong!.parts.skin!)
  expect(right!.parts.skin).toBeGreaterThan(0.15)
  expect(wrong!.poor).toContain('skin')
})

describe('what finds no people', () => {
  test.each(['depth', 'inpaint'])('such as %s is not measured', async (task) => {
    const { manifest, bytes } = coloured('rgb')
    expect(await overlaps({ manifest: { ...manifest, task } as never, bytes }, {})).toBeUndefined()
  })
})
