import * as z from 'zod/mini'
import type { ByRole, Feature, Stage } from './feature.ts'
import { hasPictureResult, OUTPUT_FORMAT } from './output-format.ts'
import { parseFields } from './parse-fields.ts'
import { readFiles } from './read-files.ts'
import { requireTemplate } from './require-template.ts'

/** Where an input file is: at a public address, or in an upload slot. */
export type FileReference = { url: string } | { id: string }

/** A task body that passed the catalogue: its files by role and its parameters, unknown fields left out. */
export type ValidTask = {
  files: ByRole<FileReference>
  parameters: Record<string, unknown>
}

const body = z.record(z.string(), z.unknown())

/**
 * Checks the body of a task creation against the feature's rules: its files, its parameters, its template, and what
 * they must be to each other. A pre-process task takes only the source. Throws `InvalidParameters` with the first
 * broken rule, naming the field, or `InvalidTemplate`.
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
