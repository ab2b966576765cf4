import * as z from 'zod/mini'
import { Failure } from './failure.ts'
import type { Feature, Stage, ValidTask } from './feature.ts'
import { hasPictureResult, OUTPUT_FORMAT } from './output-format.ts'
import { parseFields } from './parse-fields.ts'
import { readFiles } from './read-files.ts'
import type { Template } from './templates/template.ts'

const body = z.record(z.string(), z.unknown())

/**
 * Validates the body of a task creation against the feature's rules for files, parameters, templates and their
 * combination. A pre-process task takes only the source. Throws `InvalidParameters`, naming the first field that
 * breaks a rule and the rule, or `InvalidTemplate`.
 */
export function validateTask(feature: Feature, stage: Stage, input: unknown): ValidTask {
  const fields = parseFields(body, input)
  const files = readFiles(feature, stage, fields)
  if (stage === 'pre-process') return { files, parameters: {} }
  const parameters = parseFields(feature.parameters, fields)
  if (parameters['template_id'] !== undefined) requireTemplate(feature, parameters['template_id'])
  const settled = feature.normalize?.(parameters, files) ?? parameters
  const format = hasPictureResult(feature) ? parseFields(OUTPUT_FORMAT, fields) : {}
  return { files, parameters: { ...settled, ...format } }
}

/** The feature's template of this id. Throws `InvalidTemplate`. */
function requireTemplate({ templates = [] }: Pick<Feature, 'templates'>, id: unknown): Template {
  const template = templates.find((known) => known.id === id)
  if (template) return template
  throw new Failure('InvalidTemplate')
}
