import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFeature } from '../../../catalog/features/features.ts'
import { LIFTED_REFUSALS, liftedBy } from '../../../engine/models/lifted-refusals.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { blueModel } from '../product/striped-earring.ts'
import { redInpainting } from '../red-inpainting.ts'

const sources = globSync('engine/**/*.ts', { cwd: PROJECT_ROOT })
  .filter((file) => !file.endsWith('lifted-refusals.ts'))
  .map((file) => readFileSync(join(PROJECT_ROOT, file), 'utf8'))
  .join('\n')

test.each(LIFTED_REFUSALS.map((one) => [`${one.task} in ${one.feature}`, one] as const))(
  '%s lifts a refusal that the engine has',
  (_, { feature, says }) => {
    expect(findFeature(feature)).toBeDefined()
    expect(sources).toContain(says)
  },
)

test('a file lifts what its task does, and nothing for another purpose', () => {
  const { manifest } = blueModel()
  expect(liftedBy(manifest).map(({ feature }) => feature)).toContain('2d-vto/earring')
  expect(liftedBy({ ...manifest, shows: 'people' })).toEqual([])
  expect(liftedBy(redInpainting().net.manifest).map(({ feature }) => feature)).toEqual([
    'hair-transfer',
    'cloth-v3',
  ])
})
