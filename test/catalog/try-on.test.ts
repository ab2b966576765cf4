import { expect, test } from 'vitest'
import { findFeature } from '../../catalog/features.ts'
import { wornObjects } from '../../catalog/try-on.ts'
import { validateTask } from '../../catalog/validate-task.ts'
import { BODIES } from './bodies.ts'

const LIGHT = { need_remove_background: true, shadow_intensity: 0.15, ambient_light_intensity: 1 }

test.each([
  ['earring', { ...LIGHT, is_right_ear: true, occluded_type: 0 }],
  ['necklace', LIGHT],
  ['bracelet', LIGHT],
])('%s: the usual values of the parameters, none of a place or a size', (kind, usual) => {
  const name = `2d-vto/${kind}`
  const { parameters } = validateTask(findFeature(name)!, 'effect', BODIES[name]!)
  const [worn] = wornObjects<Record<string, unknown>>(parameters)
  const named = Object.entries(usual).map(([key, value]) => [`${kind}_${key}`, value])
  expect(worn!.parameter).toEqual(Object.fromEntries(named))
})
