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

describe('what finds no people', () => {
  test.each(['depth', 'inpaint'])('such as %s is not measured', async (task) => {
    const { manifest, bytes } = coloured('rgb')
    expect(await overlaps({ manifest: { ...manifest, task } as never, bytes }, {})).toBeUndefined()
  })
})
