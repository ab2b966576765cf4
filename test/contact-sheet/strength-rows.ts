import * as z from 'zod/mini'
import type { Feature } from '../../catalog/features/feature.ts'

/** One parameter of a feature and the values it is shown at. */
export type StrengthRow = {
  /** The path in the parameters, such as `features.slim`. */
  parameter: string
  /** Share of the range in percent, negative for the other direction, and the value this stands for. */
  steps: { percent: number; value: number }[]
}

/** Three strengths in each direction a parameter has. */
const PERCENTS = [30, 60, 100]

type Schema = {
  type?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
}

/**
 * The strengths of a feature as its catalogue entry declares them: every bounded number but the target's index. Keys
 * of one side are left out, because the combined key shows both.
 */
export function strengthRows(feature: Feature): StrengthRow[] {
  const schema = z.toJSONSchema(feature.parameters, { io: 'input', unrepresentable: 'any' })
  return leaves(schema as Schema, '').filter(({ parameter }) => !/_(left|right)$/.test(parameter))
}

function leaves({ properties = {} }: Schema, path: string): StrengthRow[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const parameter = path ? `${path}.${name}` : name
    if (schema.properties) return leaves(schema, parameter)
    const { minimum, maximum } = schema
    if (name === 'index' || minimum === undefined || maximum === undefined) return []
    return [{ parameter, steps: stepsOf(minimum, maximum) }]
  })
}

function stepsOf(minimum: number, maximum: number): StrengthRow['steps'] {
  const up = PERCENTS.map((percent) => ({ percent, value: (maximum * percent) / 100 }))
  if (minimum >= 0) return up
  const down = PERCENTS.map((percent) => ({ percent: -percent, value: (minimum * percent) / 100 }))
  return [...down.reverse(), ...up]
}
