import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import { hasPictureResult, OUTPUT_FORMAT } from '../../../../catalog/tasks/output-format.ts'
import { fileField, fileSchema, filesOf } from '../../../../catalog/tasks/read-files.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

const OUTPUT_FIELD = jsonSchema(OUTPUT_FORMAT)['properties'] as object

/** The JSON Schema of the body that creates a task: its files, each by URL or by id, and its parameters. */
export function taskSchema(feature: Feature, stage: Stage): JsonSchema {
  const parameters: JsonSchema = stage === 'effect' ? jsonSchema(feature.parameters) : {}
  const files = filesOf(feature, stage).map(([role, rule]) => {
    const forms = (['url', 'id'] as const).map((form) => ({
      field: fileField(role, form, rule),
      schema: jsonSchema(fileSchema(form, rule)),
    }))
    return { rule, forms }
  })
  const choices = files
    .filter(({ rule }) => rule.absent !== 'always')
    .map(({ rule, forms }) => {
      const names = forms.map(({ field }) => field)
      const alternative = rule.absent === 'with a template'
      const required = (alternative ? [...names, 'template_id'] : names).map((name) => ({
        required: [name],
      }))
      return alternative ? { oneOf: required } : { anyOf: required }
    })
  return {
    type: 'object',
    ...parameters,
    properties: {
      ...Object.fromEntries(
        files.flatMap(({ forms }) => forms.map(({ field, schema }) => [field, schema])),
      ),
      ...(parameters['properties'] as object | undefined),
      ...(stage === 'effect' && hasPictureResult(feature) && OUTPUT_FIELD),
    },
    allOf: choices,
  }
}
