import type { Answer, Call, PostedForm } from '../call.ts'
import { renderXml } from '../xml/render-xml.ts'
import { putObject } from './put-object.ts'

/** Stores the file of a form (POST Object) and answers as its fields ask. */
export async function postObject(call: Call): Promise<Answer> {
  const { headers: stored = {} } = await putObject(call)
  const { status, redirect, host = '' } = call.form ?? ({} as Partial<PostedForm>)
  const { bucket, key } = call
  const etag = String(stored['etag'])
  const page = redirect === undefined ? undefined : landingPage(redirect, { bucket, key, etag })
  if (page !== undefined) return { status: 303, headers: { ...stored, location: page } }
  const location = `http://${host}/${bucket}/${encodeURIComponent(key)}`
  const headers = { ...stored, location }
  if (status === '201') {
    const document = { Location: location, Bucket: bucket, Key: key, ETag: etag }
    const body = renderXml('PostResponse', document, '')
    return { status: 201, headers: { ...headers, 'content-type': 'application/xml' }, body }
  }
  return { status: status === '200' ? 200 : 204, headers }
}

/** The page that a browser goes to, told what was stored; none where the field is no address. */
function landingPage(redirect: string, stored: Record<string, string>): string | undefined {
  const page = URL.parse(redirect)
  if (page === null || !/^https?:$/.test(page.protocol)) return undefined
  for (const [name, value] of Object.entries(stored)) page.searchParams.append(name, value)
  return page.href
}
