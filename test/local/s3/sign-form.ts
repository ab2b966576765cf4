import { createHmac } from 'node:crypto'
import { CREDENTIALS, REGION } from './credentials.ts'

/** The fields of a form in their order; `undefined` leaves one out. */
export type Fields = Record<string, string | undefined>

export type FormOptions = {
  bucket?: string
  key?: string
  /** Conditions besides those of bucket, key and signature. */
  conditions?: readonly unknown[]
  /** Fields besides those of key and signature, or in place of them. */
  fields?: Fields
  /** In place of the policy of all that. */
  policy?: unknown
  expires?: string
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

function hmac(key: string | Buffer, data: string) {
  return createHmac('sha256', key).update(data).digest()
}

/**
 * The fields of a signed form, as `createPresignedPost` of the AWS SDK makes them. It is written independently of the
 * endpoint, so that each checks the other.
 */
export function signForm(options: FormOptions = {}): Fields {
  const { bucket = 'drop', key = 'in/a.jpg', conditions = [], fields = {} } = options
  const { accessKeyId, secretAccessKey } = options.credentials ?? CREDENTIALS
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${stamp.slice(0, 8)}/${REGION}/s3/aws4_request`
  const signing = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
  }
  const name = '$' + '{filename}'
  const keyCondition = key.endsWith(name)
    ? ['starts-with', '$key', key.slice(0, -name.length)]
    : { key }
  const expiration = options.expires ?? new Date(Date.now() + 3_600_000).toISOString()
  const document = options.policy ?? {
    expiration,
    conditions: [
      ...conditions,
      { bucket },
      ...Object.entries(signing).map(([field, value]) => ({ [field]: value })),
      keyCondition,
    ],
  }
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const Policy = Buffer.from(text).toString('base64')
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(signingKey, Policy).toString('hex')
  return { key, ...signing, Policy, 'X-Amz-Signature': signature, ...fields }
}

/** Sends a form as a browser does. `file: null` sends none. */
export async function postForm(
  s3: { url: string },
  fields: Fields,
  { file = 'picture', name = 'a.jpg', bucket = 'drop', headers = {} }: PostOptions = {},
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(field, value)
  }
  if (file !== null) form.append('file', new Blob([file], { type: 'image/jpeg' }), name)
  const response = await fetch(`${s3.url}/${bucket}`, {
    method: 'POST',
    body: form,
    headers,
    redirect: 'manual',
  })
  const text = await response.text()
  const code = /<Code>(\w+)</.exec(text)?.[1]
  const message = /<Message>(.*?)<\/Message>/s.exec(text)?.[1]?.replaceAll('&quot;', '"')
  return { status: response.status, headers: response.headers, text, code, message }
}

type PostOptions = {
  file?: string | Buffer<ArrayBuffer> | null
  name?: string
  bucket?: string
  headers?: Record<string, string>
}
