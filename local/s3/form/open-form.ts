import type { IncomingMessage } from 'node:http'
import { documentTags } from '../actions/tag-set.ts'
import { authorizeForm, requireField } from '../auth/authorize-form.ts'
import type { Call, PostedForm } from '../call.ts'
import { headerValue } from '../header-value.ts'
import type { RequestTarget } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { parseXml } from '../xml/parse-xml.ts'
import { checkPolicy } from './check-policy.ts'
import { readForm } from './read-form.ts'
import { readPolicy } from './read-policy.ts'

/** What a form makes of a call: who sends it, the key, the settings and the file. */
type OpenedForm = Pick<Call, 'key' | 'auth' | 'fields' | 'openBody'> & { form: PostedForm }

/** Whether a request is POST Object, whose authorization is in its body and not in a header. */
export function isForm({ method, headers }: IncomingMessage, target: RequestTarget): boolean {
  if (method !== 'POST' || target.bucket === '' || target.key !== '') return false
  return target.query.length === 0 && headers.authorization === undefined
}

/**
 * Reads a form up to its file, verifies the signature of its policy and checks its fields against it.
 *
 * @param now milliseconds since 1970
 * @throws S3Error with the code that S3 gives each fault.
 */
export async function openForm(
  request: { bucket: string; headers: IncomingMessage['headers']; openBody: Call['openBody'] },
  verifier: { access: Call['access']; region: string; now: number },
): Promise<OpenedForm> {
  const { bucket, headers } = request
  const boundary = boundaryOf(headers['content-type'])
  if (headers['content-length'] === undefined) throw new S3Error('MissingContentLength')
  const { fields: sent, fileName, file } = await readForm(request.openBody(), boundary)
  requireField(sent, 'key')
  const { caller, policy: document } = authorizeForm(sent, verifier)
  const policy = readPolicy(document)
  const fields = new Map(
    [...sent].map(([name, value]) => [name, value.replaceAll(FILE_NAME, () => fileName)]),
  )
  checkPolicy(policy, new Map([...fields, ['bucket', bucket]]), verifier.now)
  const { least, most } = policy
  return {
    key: fields.get('key') ?? '',
    auth: { caller, form: 'form', payload: { kind: 'file', least, most } },
    fields: { ...conditions(headers), ...settings(fields) },
    form: {
      status: fields.get('success_action_status'),
      redirect: fields.get('success_action_redirect') ?? fields.get('redirect'),
      host: headers.host ?? '',
    },
    openBody: () => file,
  }
}

/** The variable that stands for the name of the file in every field. */
const FILE_NAME = '$' + '{filename}'

function boundaryOf(type = ''): string {
  if (!/^multipart\/form-data(;|$)/i.test(type.replaceAll(' ', ''))) {
    throw new S3Error('RequestIsNotMultiPartContent')
  }
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70}))/i.exec(type)
  if (found === null) throw new S3Error('MalformedPOSTRequest')
  return found[1] ?? found[2] ?? ''
}

/** Fields that stand for the header of this name, besides `x-amz-*`. */
const HEADERS = /^(cache-control|content-.+|expires|if-.+|x-amz-.+)$/

function settings(fields: ReadonlyMap<string, string>): Record<string, string> {
  const named = [...fields].filter(([name]) => HEADERS.test(name))
  const acl = fields.get('acl')
  const tagging = fields.get('tagging')
  return Object.fromEntries([
    ...named.map(([name, value]) => [name, headerValue(name, value)]),
    ...(acl === undefined ? [] : [['x-amz-acl', headerValue('acl', acl)]]),
    ...(tagging === undefined ? [] : [['x-amz-tagging', tagsHeader(tagging)]]),
  ])
}

// A form has its tags as a document, a request as a query.
function tagsHeader(document: string): string {
  return documentTags(parseXml(document))
    .map((tag) => tag.map(encodeURIComponent).join('='))
    .join('&')
}

// Headers of the form itself that say when it must not be carried out, and whose bucket it is for.
function conditions(headers: IncomingMessage['headers']): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) =>
    /^(if-.+|content-range|x-amz-expected-bucket-owner)$/.test(name),
  )
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]))
}
