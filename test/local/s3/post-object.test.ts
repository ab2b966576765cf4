import { once } from 'node:events'
import { connect } from 'node:net'
import {
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutBucketVersioningCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openAccess } from '../../../local/iam/access.ts'
import { CREDENTIALS } from './credentials.ts'
import { openDropBucket, textOf } from './open-drop-bucket.ts'
import { eventSink } from './open-s3.ts'
import { errorCode, sendRaw } from './send-raw.ts'
import { type FormOptions, postForm, signForm } from './sign-form.ts'

test('an answer says what was stored: as a document, in headers, or to the page it leads to', async () => {
  const { s3 } = await openDropBucket()
  const key = 'in/ä & <b>.jpg'
  const location = `${s3.url}/drop/${encodeURIComponent(key)}`
  const created = await postForm(
    s3,
    signForm({
      key,
      conditions: [{ success_action_status: '201' }],
      fields: { success_action_status: '201' },
    }),
  )
  expect(created.headers.get('location')).toBe(location)
  expect(created.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
  expect(created.text).toContain(
    `<PostResponse><Location>${location}</Location><Bucket>drop</Bucket>`,
  )
  expect(created.text).toContain('<Key>in/ä &amp; &lt;b&gt;.jpg</Key>')
  for (const field of ['success_action_redirect', 'redirect']) {
    const page = 'https://studio.example/done?album=7'
    const answer = await postForm(
      s3,
      signForm({ key, conditions: [{ [field]: page }], fields: { [field]: page } }),
    )
    expect([field, answer.status, answer.text]).toEqual([field, 303, ''])
    const to = new URL(answer.headers.get('location')!)
    expect(to.href.startsWith(page)).toBe(true)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      album: '7',
      bucket: 'drop',
      key,
      etag: created.headers.get('etag'),
    })
  }
})

test('fields become headers, metadata and tags of the object, and the type is not that of the file', async () => {
  const { s3, client } = await openDropBucket()
  const tagging =
    '<Tagging>\r\n<TagSet><Tag><Key>a b</Key><Value>1&amp;2</Value></Tag></TagSet></Tagging>'
  const fields = {
    'Content-Type': 'image/png',
    'Cache-Control': 'no-store',
    'Content-Disposition': 'attachment',
    'x-amz-meta-album': 'holiday',
    'x-amz-storage-class': 'STANDARD_IA',
    acl: 'private',
    tagging,
  }
  const conditions = Object.entries(fields).map(([name, value]) => ({ [name]: value }))
  expect((await postForm(s3, signForm({ fields, conditions }))).status).toBe(204)
  const where = { Bucket: 'drop', Key: 'in/a.jpg' }
  expect(await client.send(new HeadObjectCommand(where))).toMatchObject({
    ContentType: 'image/png',
    CacheControl: 'no-store',
    ContentDisposition: 'attachment',
    Metadata: { album: 'holiday' },
    StorageClass: 'STANDARD_IA',
  })
  const tags = await client.send(new GetObjectTaggingCommand(where))
  expect(tags.TagSet).toEqual([{ Key: 'a b', Value: '1&2' }])
  expect((await postForm(s3, signForm())).status).toBe(204)
  const plain = await client.send(new HeadObjectCommand(where))
  expect(plain).toMatchObject({ ContentType: 'binary/octet-stream', Metadata: {} })
})

test('a form is told to the pipeline and keeps versions like a PUT', async () => {
  const sink = eventSink()
  const { s3, client } = await openDropBucket({ onObjectCreated: sink.receive })
  const versioning = { VersioningConfiguration: { Status: 'Enabled' as const } }
  await client.send(new PutBucketVersioningCommand({ Bucket: 'drop', ...versioning }))
  const first = await postForm(s3, signForm(), { file: 'one' })
  const second = await postForm(s3, signForm(), { file: 'second' })
  const events = await sink.next(2)
  expect(events.map(({ detail }) => detail)).toMatchObject([
    { reason: 'POST Object', object: { key: 'in/a.jpg', size: 3 } },
    { reason: 'POST Object', object: { key: 'in/a.jpg', size: 6 } },
  ])
  const ids = [first, second].map(({ headers }) => headers.get('x-amz-version-id'))
  expect(events.map(({ detail }) => detail.object['version-id'])).toEqual(ids)
  expect(new Set(ids).size).toBe(2)
})

test('whoever signed the form needs the right to put, and with tags that to tag', async () => {
  const key = { accessKeyId: 'ASIAFORM', secretAccessKey: 'form/secret' }
  const arn = 'arn:aws:iam::000000000000:role/Form'
  const caller = {
    kind: 'role',
    roleArn: arn,
    sessionArn: 'arn:aws:sts::0:assumed-role/F/f',
  } as const
  const access = openAccess('000000000000', CREDENTIALS)
  const Statement = [
    { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::drop/in/*' },
  ]
  const policies = [{ name: 'Form', document: { Version: '2012-10-17', Statement } }]
  access.install({ keys: [{ ...key, caller }], roles: [{ arn, policies }], resources: [] })
  const { s3 } = await openDropBucket({ access })
  const post = (options: FormOptions) => postForm(s3, signForm({ ...options, credentials: key }))
  expect((await post({})).status).toBe(204)
  expect(await post({ key: 'out/a.jpg' })).toMatchObject({ status: 403, code: 'AccessDenied' })
  const tagging = '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>'
  const tagged = { conditions: [{ tagging }], fields: { tagging } }
  expect(await post(tagged)).toMatchObject({ status: 403, code: 'AccessDenied' })
})

test('the file is streamed, and its end is found wherever the pieces of the body are cut', async () => {
  const rig = await openDropBucket()
  const boundary = 'b0undary'
  const fields = Object.entries(signForm()).map(([name, value]) => part(name, value!))
  const file = Buffer.from(`\r\n--b0undar\r\n--${'x'.repeat(40)}\r\n`)
  const head = Buffer.from(
    `preamble\r\n${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name=file\r\n\r\n`,
  )
  const tail = Buffer.from(
    `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\nlate`,
  )
  const body = Buffer.concat([head, file, tail])
  function part(name: string, value: string) {
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  }
  for (const step of [1, 2, 7, body.length]) {
    // Kept alive, so that what follows the file is read after the answer, too.
    const socket = connect(rig.s3.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.setNoDelay(true)
    socket.write(
      `POST /drop HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n` +
        `Content-Type: multipart/form-data; boundary="${boundary}"\r\n\r\n`,
    )
    const answered = once(socket, 'data')
    // Only what surrounds the end is cut small: a turn of the loop for each piece.
    const from = head.length - 40
    socket.write(body.subarray(0, from))
    for (let at = from; at < body.length; at += step) {
      socket.write(body.subarray(at, at + step))
      await new Promise((next) => setImmediate(next))
    }
    const [answer] = (await answered) as [Buffer]
    socket.destroy()
    expect([step, answer.toString().slice(0, 12)]).toEqual([step, 'HTTP/1.1 204'])
    expect([step, await textOf(rig, 'in/a.jpg')]).toEqual([step, file.toString()])
  }
})

test('a body that is no whole form is refused and stores nothing', async () => {
  const rig = await openDropBucket()
  const fields = Object.entries(signForm())
  const part = (disposition: string, value: string) =>
    `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`
  const form = fields.map(([name, value]) => part(`form-data; name="${name}"`, value!)).join('')
  const file = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\npicture'
  const type = 'multipart/form-data; boundary=b'
  const cases: [string, string, string][] = [
    ['MalformedPOSTRequest', type, `${form}${file}`],
    ['MalformedPOSTRequest', type, form],
    ['MalformedPOSTRequest', type, ''],
    ['MalformedPOSTRequest', type, 'no form at all'],
    ['MalformedPOSTRequest', type, `--bb\r\n${form}`],
    ['MalformedPOSTRequest', type, `${part('attachment; name="key"', 'k')}${form}${file}\r\n--b--`],
    ['MalformedPOSTRequest', type, `${part('form-data', 'k')}${form}${file}\r\n--b--`],
    ['MalformedPOSTRequest', 'multipart/form-data', `${form}${file}\r\n--b--`],
    ['RequestIsNotMultiPartContent', 'application/x-www-form-urlencoded', 'key=in/a.jpg'],
    [
      'RequestIsNotMultiPartContent',
      'multipart/form-database; boundary=b',
      `${form}${file}\r\n--b--`,
    ],
    ['InvalidArgument', type, `${form}${form}${file}\r\n--b--`],
    ['InvalidArgument', type, `${file}\r\n${form}--b--`],
    ['IncorrectNumberOfFilesInPostRequest', type, `${form}--b--`],
  ]
  for (const [code, contentType, body] of cases) {
    const answer = await sendRaw(rig.s3, {
      method: 'POST',
      path: '/drop/',
      headers: { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) },
      body,
    })
    const what = [contentType, body.slice(-60)]
    expect([...what, answer.status, errorCode(answer)]).toEqual([...what, 400, code])
  }
  const bytes = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n'),
    Buffer.from([0xff]),
    Buffer.from(`\r\n${file}\r\n--b--`),
  ])
  const broken = await sendRaw(rig.s3, {
    method: 'POST',
    path: '/drop',
    headers: { 'content-type': type },
    body: bytes,
  })
  expect(errorCode(broken)).toBe('MalformedPOSTRequest')
  expect(await textOf(rig, 'in/a.jpg')).toBeUndefined()
})
