import { codesOf } from '../../catalog/code-of.ts'
import type { DigitalSources } from '../../catalog/digital-source.ts'
import { FAILURES } from '../../catalog/failures.ts'
import type { Feature, FileRule } from '../../catalog/feature.ts'
import { taskPath } from '../../catalog/features.ts'
import { isPicture, type PictureRule, type VideoRule } from '../../catalog/file-rule.ts'
import { fileField, filesOf } from '../../catalog/read-files.ts'
import { unitRange } from '../../catalog/units-of.ts'
import { jsonSchema } from '../../functions/service/api/routes/json-schema.ts'
import { code, markdownTable } from './markdown-table.ts'
import { fieldsIn, rulesOf, typeOf } from './schema-fields.ts'

/** What the catalogue says of a feature, as a section of Markdown under its title. */
export function describeFeature(feature: Feature): string {
  return [
    `${feature.summary}\n`,
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

function pricesOf(feature: Feature): string {
  const { costs, files } = feature
  const prices = costs.map(({ amount, unit, description }) => {
    const price = `${amount}${unit === 'second' ? ' per started second' : ''}`
    return costs.length === 1 ? price : `${price} (${description.replace(/^.*?, /, '')})`
  })
  const { least, most } = unitRange(feature, {})
  return isPicture(files.src) || 'dst_duration' in shapeOf(feature)
    ? prices.join(', ')
    : `${prices.join(', ')}; set aside until its length is known: up to ${most}, at least ${least}`
}

function shapeOf({ parameters }: Feature): object {
  return (jsonSchema(parameters)['properties'] ?? {}) as object
}

/** The limits of a file in words. */
function limitsOf(rule: FileRule): string {
  return [
    isPicture(rule) ? pictureLimits(rule) : videoLimits(rule),
    ...(rule.maxCount === undefined ? [] : [`a list of 1 to ${rule.maxCount}`]),
    ...(rule.absent === 'always' ? ['may be left out'] : []),
    ...(rule.absent === 'with a template' ? ['or a template in its place'] : []),
  ].join(', ')
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1_000_000)} MB`
}

function pictureLimits(rule: PictureRule): string {
  return [
    rule.formats.map((format) => (format === 'jpeg' ? 'jpg' : format)).join(' or '),
    `below ${megabytes(rule.maxBytes)}`,
    `long side at most ${rule.maxLongSide} px`,
    ...(rule.minShortSide === undefined ? [] : [`short side at least ${rule.minShortSide} px`]),
    ...(rule.maxRatio === undefined ? [] : [`sides at most 1 : ${rule.maxRatio}`]),
  ].join(', ')
}

function videoLimits(rule: VideoRule): string {
  return [
    `video in ${rule.containers.join(' or ')}`,
    `at most ${megabytes(rule.maxBytes)}`,
    rule.longer === 'cut'
      ? `the first ${rule.maxSeconds} s are kept`
      : `at most ${rule.maxSeconds} s`,
    `long side at most ${rule.maxLongSide} px`,
  ].join(', ')
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
