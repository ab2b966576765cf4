import { codeOf } from '../../catalog/features/code-of.ts'
import { findFeature } from '../../catalog/features/features.ts'
import { LIFTED_REFUSALS } from '../../engine/models/lifted-refusals.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Which refusals a model file lifts in which feature. */
export function describeLifted(): string {
  return markdownTable(
    ['File', 'Feature', 'Without it', 'Where'],
    LIFTED_REFUSALS.map(({ task, shows, feature: name, condition, says, where }) => {
      const feature = findFeature(name)
      if (!feature) throw new Error(`There is no feature ${name}.`)
      const error = codeOf(feature, {
        condition,
        role: condition === 'reference' ? 'ref' : undefined,
      })
      return [
        shows ? `${code(task)}, ${code(`shows: "${shows}"`)}` : code(task),
        code(name),
        `${code(error)}: “${says} …”`,
        where,
      ]
    }),
  )
}
