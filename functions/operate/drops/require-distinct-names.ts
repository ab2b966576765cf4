import { dirname } from 'node:path/posix'
import { findFeature } from '../../../catalog/features.ts'
import type { Recipe } from '../../../catalog/recipe.ts'
import { resultName } from '../../pipeline/deliver/result-key.ts'
import type { PlannedFile } from './plan-drop.ts'

/** The ending of a result, as far as it follows from its source. */
const KEPT: Readonly<Record<string, string>> = { jpg: 'jpg', jpeg: 'jpg', png: 'png' }

/**
 * Throws where the recipe gives results of two files one name in one folder. Asked before anything is uploaded: the
 * results would be paid for, and only one could have the name.
 */
export function requireDistinctNames(name: string, recipe: Recipe, sources: PlannedFile[]): void {
  const pattern = recipe.output.name
  if (pattern === '{stem}') return
  const taken = new Map<string, { path: string; ending: string | undefined }[]>()
  for (const { key, name: file, path } of sources) {
    // All are dropped on one day.
    const facts = { source: key, recipe: name, date: '', index: 0 }
    const result = resultName(pattern, facts)
    const place = JSON.stringify([dirname(file), result])
    const ending = endingOf(recipe, file)
    const others = taken.get(place) ?? []
    const other = others.find((one) => !one.ending || !ending || one.ending === ending)
    if (other) {
      throw new Error(
        `The results of ${other.path} and ${path} would have one name, ${result}: the recipe's output.name is ` +
          `${JSON.stringify(pattern)}. Leave it away, or drop them into folders of their own.`,
      )
    }
    taken.set(place, [...others, { path, ending }])
  }
}

/** Undefined where it does not follow from the source. */
function endingOf({ steps, output }: Recipe, file: string): string | undefined {
  const last = findFeature(steps.at(-1)?.feature ?? '')
  if (!last?.digitalSource) return 'json'
  if (output.format) return output.format
  return KEPT[file.slice(file.lastIndexOf('.') + 1).toLowerCase()]
}
