import * as z from 'zod/mini'
import { Failure } from '../failures/failure.ts'
import type { Feature, Stage, ValidTask } from '../features/feature.ts'
import { parseFields } from '../json/parse-fields.ts'
import { storable } from '../json/storable.ts'
import type { Template } from '../templates/template.ts'
import { hasPictureResult, OUTPUT_FORMAT } from './output-format.ts'
import { readFiles } from './read-files.ts'

const body = z.record(z.string(), z.unknown())

/**
 * Validates the body of a task creation against the feature's rules for files, parameters, templates and their
 * combination. A pre-process task takes only the source. What it gives can be stored. Throws `InvalidParameters`,
 * naming the first field that breaks a rule and the rule, or `InvalidTemplate`.
 */
export function validateTask(feature: Feature, stage: Stage, input: unknown): ValidTask {
  const fields = parseFields(body, input)
  const files = storable(readFiles(feature, stage, fields), refused)
  if (stage === 'pre-process') return { files, parameters: {} }
  const parameters = parseParameters(feature, fields)
  if (parameters['template_id'] !== undefined) requireTemplate(feature, parameters['template_id'])
  const settled = feature.normalize?.(parameters, files) ?? parameters
  const format = hasPictureResult(feature) ? parseFields(OUTPUT_FORMAT, fields) : {}
  return requireSize({ files, parameters: { ...settled, ...format } })
}

/** The parameters as they can be stored. A number that became zero must fit its range as zero, too. */
function parseParameters(feature: Feature, fields: unknown): Record<string, unknown> {
  const parameters = parseFields(feature.parameters, fields)
  const kept = storable(parameters, refused)
  return kept === parameters ? parameters : parseFields(feature.parameters, kept)
}

function refused(sentence: string): Failure {
  return new Failure('InvalidParameters', sentence)
}

/**
 * Bytes of files and parameters as JSON in UTF-8. The task's item, which also gets its results, has 400 KB at most
 * (Amazon DynamoDB Developer Guide, "Service, account, and table quotas").
 */
const MAX_BYTES = 250_000

function requireSize(task: ValidTask): ValidTask {
  if (new TextEncoder().encode(JSON.stringify(task)).length <= MAX_BYTES) return task
  throw refused(`The files and parameters of a task have more than ${MAX_BYTES} bytes.`)
}

/** The feature's template of this id. Throws `InvalidTemplate`. */
function requireTemplate({ templates = [] }: Pick<Feature, 'templates'>, id: unknown): Template {
  const template = templates.find((known) => known.id === id)
  if (template) return template
  throw new Failure('InvalidTemplate')
}
