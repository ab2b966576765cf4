import { FAILURES } from '../../catalog/failures/failures.ts'
import { codesOf } from '../../catalog/features/code-of.ts'
import type { Feature } from '../../catalog/features/feature.ts'
import { taskPath } from '../../catalog/features/features.ts'
import { PERFORMED_FEATURES } from '../../catalog/features/performed-features.ts'
import type { DigitalSources } from '../../catalog/results/digital-source.ts'
import { fileField, filesOf } from '../../catalog/tasks/read-files.ts'
import {
  limitsOf,
  NOT_CARRIED_OUT,
  pricesOf,
} from '../../functions/service/api/routes/describe-offer.ts'
import { jsonSchema } from '../../functions/service/api/routes/json-schema.ts'
import { code, markdownTable } from './markdown-table.ts'
import { fieldsIn, rulesOf, typeOf } from './schema-fields.ts'

/** What the catalogue says of a feature, as a section of Markdown under its title. */
export function describeFeature(feature: Feature): string {
  return [
    `${feature.summary}\n`,
    ...(PERFORMED_FEATURES.has(feature.name) ? [] : [`**${NOT_CARRIED_OUT}**\n`]),
    ...factsOf(feature).map((fact) => `- ${fact}`),
    '',
    markdownTable(
      ['File', 'Must be'],
      filesOf(feature, 'effect').map(([role, rule]) => [
        `${code(fileField(role, 'url', rule))} or ${code(fileField(role, 'id', rule))}`,
        limitsOf(rule),
      ]),
    ),
    '',
    parametersOf(feature),
    '',
    markdownTable(
      ['Ends in error with', 'When'],
      codesOf(feature).map((name) => [code(name), FAILURES[name].detail]),
    ),
  ].join('\n')
}

function factsOf(feature: Feature): string[] {
  const { preProcess, templates, announces } = feature
  return [
    `Create: ${code(`POST ${taskPath(feature, 'effect')}`)}`,
    ...(preProcess
      ? [
          `Detection of ${preProcess.finds}: ${code(`POST ${taskPath(feature, 'pre-process')}`)}, free`,
        ]
      : []),
    ...(templates ? [`Templates: ${templates.length}`] : []),
    `Results: ${fieldsIn(jsonSchema(feature.results))
      .map(({ field }) => code(field))
      .join(', ')}`,
    `Units: ${pricesOf(feature)}`,
    ...(feature.digitalSource ? [`Marked as ${marksOf(feature.digitalSource)}`] : []),
    announces ? 'Its end is announced by webhook.' : 'Its end is not announced: poll.',
  ]
}

function marksOf({ ours, others }: DigitalSources): string {
  return ours === others ? code(ours) : `${code(ours)}; of another service ${code(others)}`
}

function parametersOf({ parameters }: Feature): string {
  return markdownTable(
    ['Parameter', 'Type', 'Rules'],
    fieldsIn(jsonSchema(parameters)).map(({ field, schema, required }) => [
      code(field),
      typeOf(schema),
      [required ? 'required' : '', rulesOf(schema)].filter(Boolean).join('; '),
    ]),
  )
}
