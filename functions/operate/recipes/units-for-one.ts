import { findFeature } from '../../../catalog/features/features.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { unitRange } from '../../../catalog/tasks/units-of.ts'

/** In units of the service, by the catalogue's prices, for one file with one target. */
export function unitsForOne({ steps }: Recipe): { least: number; most: number } {
  const units = { least: 0, most: 0 }
  for (const { feature: name, parameters } of steps) {
    const feature = findFeature(name)
    if (!feature) continue
    const { least, most } = unitRange(feature, parameters)
    units.least += least
    units.most += most
  }
  return units
}
