import { Failure } from '../../../catalog/failures/failure.ts'
import type { Feature, FileRole } from '../../../catalog/features/feature.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import type { ServiceOffer } from '../../../catalog/generator/generator.ts'
import { lackOfGenerator } from '../../../catalog/generator/require-generator.ts'
import { judgeParameters } from '../../../catalog/recipe/judge/judge-parameters.ts'
import { type UnitRange, unitRange } from '../../../catalog/tasks/units-of.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'
import { type Tried, tryRequest } from './try-request.ts'

/** A file that is to be uploaded for a try. */
export type TriedFile = { role: string; name: string; contentType: string; size: number }

/**
 * Judges a try before anything of it is uploaded: whether the service carries it out, its parameters, its files.
 * @param offer what the service carries out; where that is not known the service itself says so later
 * @returns what it may cost
 * @throws Failure InvalidParameters or InvalidTemplate, naming the field and the rule
 */
export function judgeTry(
  feature: Feature,
  tried: Tried,
  { files, offer }: { files?: readonly TriedFile[]; offer: ServiceOffer | undefined },
): UnitRange {
  const { name } = feature
  if (offer && !offer.features.includes(name)) {
    throw refused(`The service does not carry ${name} out; it has ${offer.features.join(', ')}.`)
  }
  const [first] = tryProblems(feature, tried.parameters, files)
  if (first) throw refused(first.words)
  const { parameters } = validateTask(feature, 'effect', tryRequest(feature, tried))
  const lack = offer && lackOfGenerator({ feature: name, parameters }, offer.generator)
  if (lack !== undefined) throw refused(lack)
  return unitRange(feature, parameters)
}

/** A rule that a field of a try breaks: of its parameters, or of the files of a role. */
export type TryProblem = { path: (string | number)[]; words: string }

/** What the parameters of a try and its files break of the catalogue, field by field. */
export function tryProblems(
  feature: Feature,
  parameters: Readonly<Record<string, unknown>>,
  files: readonly TriedFile[] = [],
): TryProblem[] {
  const inFiles = files.flatMap((file) => {
    const words = fileProblem(feature, file)
    return words === undefined ? [] : [{ path: ['files', file.role], words }]
  })
  // Whom it works on is said beside the parameters.
  const { index: _, ...rest } = parameters
  const { problems } = judgeParameters(feature, { parameters: rest, target: 'largest' }, [
    'parameters',
  ])
  const inParameters = problems.map(({ path, words }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    words: words.replace(/^parameters\./, ''),
  }))
  return [...inFiles, ...inParameters]
}

function fileProblem(
  feature: Feature,
  { role, name, contentType, size }: TriedFile,
): string | undefined {
  const rule = feature.files[role as FileRole]
  if (!rule) {
    return `${feature.name} takes no ${role}; it takes ${Object.keys(feature.files).join(', ')}.`
  }
  const types = isPicture(rule)
    ? rule.formats.map((format) => `image/${format}`)
    : rule.containers.map((container) => CONTAINERS[container])
  if (!types.includes(contentType)) {
    return `${role}: ${name} is ${contentType || 'of no known type'}, not ${types.join(' or ')}.`
  }
  if (size === 0) return `${role}: ${name} is empty.`
  if (size < rule.maxBytes) return undefined
  return `${role}: ${name} has ${size} bytes; it must have fewer than ${rule.maxBytes}.`
}

const CONTAINERS = { mp4: 'video/mp4', mov: 'video/quicktime' } as const

function refused(sentence: string): Failure {
  return new Failure('InvalidParameters', sentence)
}
