import * as z from 'zod/mini'
import { checkFields } from './check-fields.ts'
import type { ByRole, Feature, Stage } from './feature.ts'
import { givesPicture, OUTPUT_FORMAT } from './output-format.ts'
import { readFiles } from './read-files.ts'
import { templateNamed } from './template-named.ts'

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
export const validateTask = (feature: Feature, stage: Stage, input: unknown): ValidTask => {
  const fields = checkFields(body, input)
  const files = readFiles(feature, stage, fields)
  if (stage === 'pre-process') return { files, parameters: {} }
  const parameters = checkFields(feature.parameters, fields)
  if (parameters['template_id'] !== undefined) templateNamed(feature, parameters['template_id'])
  const settled = feature.settle?.(parameters, files) ?? parameters
  const format = givesPicture(feature) ? checkFields(OUTPUT_FORMAT, fields) : {}
  return { files, parameters: { ...settled, ...format } }
}
