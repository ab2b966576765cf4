import type { CatalogueFeature } from '../../../../catalog/console/recipes.ts'

/** A step with a feature: its example, and a file beside each dropped one for every other file that it needs. */
export function newStep({ name, start, inputs }: CatalogueFeature): Record<string, unknown> {
  const needed = inputs.filter((one) => one.needed)
  return {
    feature: name,
    ...(Object.keys(start).length > 0 && { parameters: start }),
    ...(needed.length > 0 && {
      inputs: Object.fromEntries(
        needed.map(({ role }) => [role, { companion: `{stem}.${role}.png` }]),
      ),
    }),
  }
}
