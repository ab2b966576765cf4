import type { Feature, FileRule } from '../../../../catalog/features/feature.ts'
import { PERFORMED_FEATURES } from '../../../../catalog/features/performed-features.ts'
import { isPicture, type PictureRule, type VideoRule } from '../../../../catalog/files/file-rule.ts'
import { fileField, filesOf } from '../../../../catalog/tasks/read-files.ts'
import { unitRange } from '../../../../catalog/tasks/units-of.ts'
import { jsonSchema } from './json-schema.ts'

/** Said of a feature whose tasks this service accepts and ends with an error. */
export const NOT_CARRIED_OUT =
  'Not carried out by this service yet: a task is accepted, ends in an error and costs nothing.'

/** Whether the service's own engine carries a feature out, its files and its price, in Markdown. */
export function describeOffer(feature: Feature): string {
  const files = filesOf(feature, 'effect').map(
    ([role, rule]) => `- \`${fileField(role, 'url', rule)}\`: ${limitsOf(rule)}`,
  )
  return [
    ...(PERFORMED_FEATURES.has(feature.name) ? [] : [`**${NOT_CARRIED_OUT}**`, '']),
    `Units: ${pricesOf(feature)}.`,
    '',
    ...files,
  ].join('\n')
}

/** The units of a feature in words. */
export function pricesOf(feature: Feature): string {
  const { costs, files } = feature
  const prices = costs.map(({ amount, unit, description }) => {
    const price = `${amount}${unit === 'second' ? ' per started second' : ''}`
    return costs.length === 1 ? price : `${price} (${description.replace(/.*?, /, '')})`
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
export function limitsOf(rule: FileRule): string {
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
