import * as z from 'zod/mini'
import { Failure } from '../failures/failure.ts'
import type { Feature, FileRole, FileRule, Stage, ValidTask } from '../features/feature.ts'
import type { FileReference } from '../files/file-rule.ts'
import { parseFields } from '../json/parse-fields.ts'

const MAX_URL = 4096
const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_URL))
const fileId = z.string().check(z.minLength(1), z.maxLength(256))

type Form = 'url' | 'id'
type Fields = Record<string, unknown>
type Files = Partial<Record<FileRole, FileReference | FileReference[]>>

/** The schema of a file field in one form: a URL or a file id, or a list of these. */
export function fileSchema(form: Form, { maxCount }: FileRule) {
  const one = form === 'url' ? address : fileId
  return maxCount === undefined ? one : z.array(one).check(z.minLength(1), z.maxLength(maxCount))
}

/** The name of the request field for a file in one form. */
export function fileField(role: FileRole, form: Form, { maxCount }: FileRule): string {
  return `${role}_file_${form}${maxCount === undefined ? '' : 's'}`
}

/** Cached schemas, one for each file field: building a schema takes longer than validating with it. */
const fieldSchemas = new Map<string, z.ZodMiniType<Fields>>()

function fieldSchema(role: FileRole, form: Form, rule: FileRule): z.ZodMiniType<Fields> {
  const field = fileField(role, form, rule)
  const name = `${field} ${rule.maxCount ?? 1}`
  const schema = fieldSchemas.get(name) ?? z.object({ [field]: fileSchema(form, rule) })
  fieldSchemas.set(name, schema)
  return schema
}

/** The input files of a stage. Detection takes the source only. */
export function filesOf(feature: Pick<Feature, 'files'>, stage: Stage): [FileRole, FileRule][] {
  return (Object.entries(feature.files) as [FileRole, FileRule][]).filter(
    ([role]) => stage === 'effect' || role === 'src',
  )
}

/**
 * Reads the files that a request names. When a client sends both forms, the URL is used, because it is the form in the
 * specification. Throws `InvalidParameters`, naming the first field that breaks a rule and the rule.
 */
export function readFiles(feature: Feature, stage: Stage, fields: Fields): ValidTask['files'] {
  const files: Files = {}
  for (const [role, rule] of filesOf(feature, stage)) {
    const form = formOf(role, rule, fields)
    if (form === undefined) {
      if (mayBeAbsent(rule, fields)) continue
      throw missing(role, rule)
    }
    if (rule.absent === 'with a template') requireExactlyOne(role, rule, fields)
    const field = fileField(role, form, rule)
    const value = parseFields(fieldSchema(role, form, rule), fields)[field]
    files[role] = referenceOf(form, value as string | string[])
  }
  requireSameForm(feature, files)
  return files as ValidTask['files']
}

function formOf(role: FileRole, rule: FileRule, fields: Fields): Form | undefined {
  return (['url', 'id'] as const).find((form) => fields[fileField(role, form, rule)] !== undefined)
}

function mayBeAbsent({ absent }: FileRule, fields: Fields): boolean {
  return (
    absent === 'always' || (absent === 'with a template' && fields['template_id'] !== undefined)
  )
}

function missing(role: FileRole, rule: FileRule): Failure {
  const names = [fileField(role, 'url', rule), fileField(role, 'id', rule)]
  if (rule.absent === 'with a template') names.push('template_id')
  return new Failure(
    'InvalidParameters',
    `${names.map((name) => `${name} is required but wasn't included in your request`).join(', or ')}.`,
  )
}

/** Where a template may replace a file, exactly one of URL, id and template must be given. */
function requireExactlyOne(role: FileRole, rule: FileRule, fields: Fields): void {
  const names = [fileField(role, 'url', rule), fileField(role, 'id', rule), 'template_id']
  if (names.filter((name) => fields[name] !== undefined).length === 1) return
  throw new Failure('InvalidParameters', `Exactly one of ${names.join(', ')} is allowed.`)
}

function referenceOf(form: Form, value: string | string[]): FileReference | FileReference[] {
  const one = (name: string): FileReference => (form === 'url' ? { url: name } : { id: name })
  return Array.isArray(value) ? value.map(one) : one(value)
}

function requireSameForm(feature: Feature, files: Files): void {
  for (const [role, rule] of filesOf(feature, 'effect')) {
    const [file] = [files[role] ?? []].flat()
    const [owner] = [(rule.sameFormAs && files[rule.sameFormAs]) ?? []].flat()
    if (!rule.sameFormAs || !file || !owner || 'url' in file === 'url' in owner) continue
    throw new Failure(
      'InvalidParameters',
      `${role}_file and ${rule.sameFormAs}_file must both be given by URL or both by id.`,
    )
  }
}
