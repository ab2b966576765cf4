import * as z from 'zod/mini'
import { Failure } from './failure.ts'
import type { Feature, FileRole, FileRule, Stage, ValidTask } from './feature.ts'
import type { FileReference } from './file-rule.ts'
import { parseFields } from './parse-fields.ts'

const MAX_URL = 4096
const address = z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_URL))
const fileId = z.string().check(z.minLength(1), z.maxLength(256))

type Form = 'url' | 'id'
type Fields = Record<string, unknown>
type Files = Partial<Record<FileRole, FileReference | FileReference[]>>

/** The schema of one form of a file. */
export function fileSchema(form: Form, { most }: FileRule) {
  const one = form === 'url' ? address : fileId
  return most === undefined ? one : z.array(one).check(z.minLength(1), z.maxLength(most))
}

/** The field a client names a file in. */
export function fileField(role: FileRole, form: Form, { most }: FileRule): string {
  return `${role}_file_${form}${most === undefined ? '' : 's'}`
}

/** Objects with one file's field, made once for each: to make a schema takes longer than to check with it. */
const fieldSchemas = new Map<string, z.ZodMiniType<Fields>>()

function fieldSchema(role: FileRole, form: Form, rule: FileRule): z.ZodMiniType<Fields> {
  const field = fileField(role, form, rule)
  const name = `${field} ${rule.most ?? 1}`
  const schema = fieldSchemas.get(name) ?? z.object({ [field]: fileSchema(form, rule) })
  fieldSchemas.set(name, schema)
  return schema
}

/** The files a stage of a feature takes: detection looks at the source and nothing else. */
export function filesOf(feature: Pick<Feature, 'files'>, stage: Stage): [FileRole, FileRule][] {
  return (Object.entries(feature.files) as [FileRole, FileRule][]).filter(
    ([role]) => stage === 'effect' || role === 'src',
  )
}

/**
 * Reads which files a request names. The URL form wins when a client sends both, because it is the form the
 * specification lists. Throws `InvalidParameters` with the first broken rule, naming the field.
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

/** Where a template may stand in for a file, exactly one of URL, id and template is given. */
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
    const [owner] = [(rule.formOf && files[rule.formOf]) ?? []].flat()
    if (!rule.formOf || !file || !owner || 'url' in file === 'url' in owner) continue
    throw new Failure(
      'InvalidParameters',
      `${role}_file and ${rule.formOf}_file must both be given by URL or both by id.`,
    )
  }
}
