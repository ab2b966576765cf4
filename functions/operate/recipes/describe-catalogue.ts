import type { CatalogueAnswer, CatalogueFeature } from '../../../catalog/console/recipes.ts'
import type { Feature } from '../../../catalog/features/feature.ts'
import { FEATURES } from '../../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../../catalog/features/performed-features.ts'
import { takesIndex } from '../../../catalog/features/takes-index.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { TARGET_CHOICES } from '../../../catalog/recipe/shape/recipe.ts'
import { parametersSchema, settingsSchema } from '../../../catalog/recipe/shape/recipe-schema.ts'

/** The catalogue as forms need it. */
export function describeCatalogue(): CatalogueAnswer {
  return {
    features: FEATURES.map(describe),
    targets: [...TARGET_CHOICES],
    settings: settingsSchema(),
  }
}

function describe(feature: Feature): CatalogueFeature {
  const { name, title, summary, files, templates = [], defaults, costs } = feature
  const start = startOf(feature)
  return {
    name,
    title,
    summary,
    performed: PERFORMED_FEATURES.has(name),
    targets: takesIndex(feature),
    source: isPicture(files.src) ? 'picture' : 'video',
    inputs: Object.entries(files)
      .filter(([role]) => role !== 'src')
      .map(([role, { absent, maxCount = 1 }]) => ({
        role,
        needed: !absent || (absent === 'with a template' && !('template_id' in start)),
        most: maxCount,
      })),
    templates: templates.map(({ id, title: says, category_name: group, palette }) => ({
      id,
      title: says,
      group,
      palette: [...palette],
    })),
    parameters: parametersSchema(feature),
    defaults,
    start,
    costs: costs.map(({ description, amount, unit }) => ({ description, amount, unit })),
  }
}

/**
 * The example of a request without its files, which a recipe names by role, and without what it may leave out; of lists
 * the first item, as there is one file of each role.
 */
function startOf({ example, defaults }: Feature): Record<string, unknown> {
  const entries = Object.entries(example).filter(
    ([name]) => !/_file_(?:url|id)s?$/.test(name) && name !== 'index' && !(name in defaults),
  )
  // Parameters repeat the names of files, which are addresses in a request and any text in a recipe.
  const text = JSON.stringify(Object.fromEntries(entries))
  const first = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? value.slice(0, 1) : value
  return JSON.parse(text.replace(/"https:[^"]*"/g, '"0"'), first) as Record<string, unknown>
}
