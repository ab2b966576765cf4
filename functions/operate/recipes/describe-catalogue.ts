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
        needed: absent === undefined,
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
    costs: costs.map(({ description, amount, unit }) => ({ description, amount, unit })),
  }
}
