import { describe, expect, test } from 'vitest'
import { Failure } from '../../../catalog/failures/failure.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { BODIES } from './bodies.ts'
import { placed, RANGES } from './ranges.ts'
import { aboveMaximum, belowMinimum, missing, wrongFormat } from './refusals.ts'
import { RULES } from './rules.ts'

/** The message of the refusal of a feature's valid request with some fields changed; `ok` when no rule is broken. */
function refusalMessage(feature: string, change: object): string {
  try {
    validateTask(findFeature(feature)!, 'effect', { ...BODIES[feature], ...change })
    return 'ok'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    expect(['InvalidParameters', 'InvalidTemplate']).toContain(error.code)
    return error.message
  }
}

test.each(RULES)('%s %s', (feature, _, change, answer) => {
  const message = refusalMessage(feature, change)
  if (answer instanceof RegExp) expect(message).toMatch(answer)
  else expect(message).toBe(answer)
})

describe.each(RANGES)('%s %s', (feature, group, keys) => {
  test.each(keys)('%s lies within %j, both ends included', (key, { from, to, step = 1 }) => {
    const valued = (value: number) =>
      refusalMessage(feature, placed(feature, group, key, value).change)
    const { name } = placed(feature, group, key, 0)
    expect(valued(from)).toBe('ok')
    expect(valued(to)).toBe('ok')
    expect(valued(from - step)).toBe(belowMinimum(name))
    expect(valued(to + step)).toBe(aboveMaximum(name))
  })
})

describe('out-paint', () => {
  const lengths = ['output_width', 'output_height', 'input_width', 'input_height']
  const crops = ['crop_input_width', 'crop_input_height']
  const positions = ['input_x', 'input_y', 'crop_input_x', 'crop_input_y']

  test.each([...lengths, ...crops])('%s is a whole number from 1 to 4096', (field) => {
    expect(refusalMessage('out-paint', { [field]: 0 })).toBe(belowMinimum(field))
    expect(refusalMessage('out-paint', { [field]: 4097 })).toBe(aboveMaximum(field))
    expect(refusalMessage('out-paint', { [field]: 1.5 })).toBe(wrongFormat(field))
    expect(refusalMessage('out-paint', { [field]: undefined })).toBe(missing(field))
  })

  test.each(positions)('%s is a whole number from 0 to 4096', (field) => {
    expect(refusalMessage('out-paint', { [field]: -1 })).toBe(belowMinimum(field))
    expect(refusalMessage('out-paint', { [field]: 4097 })).toBe(aboveMaximum(field))
    expect(refusalMessage('out-paint', { [field]: undefined })).toBe(missing(field))
  })

  test('the source lies within a result that is larger', () => {
    expect(refusalMessage('out-paint', { input_x: 480, input_y: 640 })).toBe('ok')
    expect(refusalMessage('out-paint', { input_x: 481 })).toMatch(/^input_x \+ input_width/)
    expect(refusalMessage('out-paint', { input_y: 641 })).toMatch(/^input_y \+ input_height/)
    const whole = { input_x: 0, input_y: 0, output_width: 480, output_height: 640 }
    expect(refusalMessage('out-paint', whole)).toMatch(/must be larger/)
    expect(refusalMessage('out-paint', { ...whole, output_width: 4096, output_height: 4096 })).toBe(
      'ok',
    )
  })
})
