import * as z from 'zod/mini'
import type { Feature } from '../../features/feature.ts'
import { FEATURES } from '../../features/features.ts'
import { RECIPE_SHAPE, TARGET_CHOICES } from './recipe.ts'

type Schema = Record<string, unknown>

function schemaOf(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  return rest
}

/**
 * The JSON Schema (2020-12) of a recipe, for editors: the shape that `parseRecipe` checks, with the parameters, files
 * and templates of each feature. Rules between fields, which a schema cannot express, are left to `parseRecipe`.
 */
export function recipeJsonSchema(): Schema {
  const shape = schemaOf(RECIPE_SHAPE)
  const properties = shape['properties'] as Record<string, Schema>
  const steps = properties['steps'] as Schema & { items: Schema }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Darkroom recipe',
    description: 'What is done to a file that is dropped under drop/<recipe>/.',
    ...shape,
    properties: { ...properties, steps: { ...steps, items: stepSchema(steps.items) } },
  }
}

function stepSchema(step: Schema): Schema {
  const properties = step['properties'] as Record<string, Schema>
  return {
    ...step,
    properties: {
      ...properties,
      target: {
        ...properties['target'],
        anyOf: [{ enum: TARGET_CHOICES }, { pattern: '^index:\\d{1,2}$' }],
      },
    },
    allOf: FEATURES.map((feature) => ({
      if: { properties: { feature: { const: feature.name } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
      then: { properties: { parameters: parametersSchema(feature), inputs: inputsOf(feature) } },
    })),
  }
}

/** The schema of what a recipe says besides its steps. */
export function settingsSchema(): Schema {
  const { properties, ...shape } = schemaOf(RECIPE_SHAPE)
  const { steps: _, $schema: __, ...settings } = properties as Record<string, Schema>
  return { ...shape, properties: settings, required: [] }
}

/** The schema of the parameters of a step. Those with a default are not required. */
export function parametersSchema({ parameters, defaults, summary, templates }: Feature): Schema {
  const { required = [], properties, ...schema } = schemaOf(parameters)
  const fields = properties as Record<string, Schema> | undefined
  return {
    description: summary,
    ...schema,
    ...(fields && { properties: withTemplates(fields, templates) }),
    required: (required as string[]).filter((name) => !(name in defaults)),
  }
}

function withTemplates(
  { index: _, ...fields }: Record<string, Schema>,
  templates: Feature['templates'],
): Record<string, Schema> {
  return templates && 'template_id' in fields
    ? { ...fields, template_id: { enum: templates.map(({ id }) => id) } }
    : fields
}

function inputsOf({ files }: Feature): Schema {
  const roles = Object.entries(files).filter(([role]) => role !== 'src')
  const required = roles.filter(([, { absent }]) => !absent).map(([role]) => role)
  return {
    propertyNames: { enum: roles.map(([role]) => role) },
    ...(required.length > 0 && { required }),
  }
}
