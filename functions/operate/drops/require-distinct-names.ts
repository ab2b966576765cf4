import { dirname } from 'node:path/posix'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { distinctNames } from '../../pipeline/core/results/distinct-names.ts'
import type { PlannedFile } from './plan-drop.ts'

/**
 * Throws where the recipe gives results of two files one name in one folder. Asked before anything is uploaded: the
 * results would be paid for, and only one could have the name.
 */
export function requireDistinctNames(recipe: string, plan: Recipe, sources: PlannedFile[]): void {
  const clashOf = distinctNames()
  for (const { key, name, path } of sources) {
    const clash = clashOf({ recipe, plan, key, folder: dirname(name), shown: path })
    if (clash) throw new Error(`${clash} Leave it away, or drop them into folders of their own.`)
  }
}
