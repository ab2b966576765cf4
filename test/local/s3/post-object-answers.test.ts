import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { CREDENTIALS } from './credentials.ts'
import { openDropBucket, textOf } from './open-drop-bucket.ts'
import { type Fields, type FormOptions, postForm, signForm } from './sign-form.ts'

/** Pages of AWS that a row is from. `null`: no page says, and the row is what costs nobody a file. */
const API = 'https://docs.aws.amazon.com/AmazonS3/latest/API/'
const POLICY = `${API}sigv4-HTTPPOSTConstructPolicy.html`
const FORM = `${API}sigv4-HTTPPOSTForms.html`
const SIGNATURE = `${API}sigv4-authentication-HTTPPOST.html`
const ERRORS = `${API}ErrorResponses.html`

const INVALID = 'Invalid according to Policy:'
const FILENAME = '$' + '{filename}'

/** What a form is answered with. Everything but 2xx and 303 stores nothing. */
type Row = {
  page: string | null
  what: string
  form: FormOptions
  sent?: Parameters<typeof postForm>[2]
  status: number
  code?: string
  message?: string | RegExp
  /** Where the object lies, by default the form's key. */
  key?: string
}

const meta = (value?: string): Fields => ({ 'x-amz-meta-album': value })
const expired = new Date(Date.now() - 1_000).toISOString()
const later = new Date(Date.now() + 3_600_000).toISOString()

const denied = (
  what: string,
  form: FormOptions,
  message: string,
  page: string | null = POLICY,
) => ({
  page,
  what,
  form,
  status: 403,
  code: 'AccessDenied',
  message: `${INVALID} ${message}`,
})
const unread = (what: string, policy: unknown, message: string | RegExp = /^Invalid Policy: /) => ({
  page: ERRORS,
  what,
  form: { policy },
  status: 400,
  code: 'InvalidPolicyDocument',
  message,
})
const missing = (field: string, page: string | null = ERRORS): Row => ({
  page,
  what: `without ${field}`,
  form: { fields: { [field]: undefined } },
  status: 400,
  code: 'InvalidArgument',
  message: new RegExp(`^Bucket POST must contain a field named '${field}'`),
})

const ROWS: readonly Row[] = [
  { page: FORM, what: 'without a status', form: {}, status: 204 },
  ...['200', '201', '204'].map(
    (status): Row => ({
      page: FORM,
      what: `with status ${status}`,
      form: {
        conditions: [{ success_action_status: status }],
        fields: { success_action_status: status },
      },
      status: Number(status),
    }),
  ),
  {
    page: FORM,
    what: 'with a status that is not allowed',
    form: {
      conditions: [{ success_action_status: '404' }],
      fields: { success_action_status: '404' },
    },
    status: 204,
  },
  {
    page: FORM,
    what: 'with a redirect that is no address',
    form: {
      conditions: [['starts-with', '$success_action_redirect', '']],
      fields: { success_action_redirect: 'nowhere' },
    },
    status: 204,
  },
  {
    page: FORM,
    what: 'the variable in the key',
    form: { key: `in/${FILENAME}` },
    status: 204,
    key: 'in/a.jpg',
  },
  {
    page: FORM,
    what: 'a file name with folders',
    form: { key: `in/${FILENAME}` },
    sent: { name: 'C:\\Photos\\2026\\b.jpg' },
    status: 204,
    key: 'in/b.jpg',
  },
  {
    page: FORM,
    what: 'a file name that is not ASCII',
    form: { key: `in/${FILENAME}` },
    sent: { name: 'Straße $& 1.jpg' },
    status: 204,
    key: 'in/Straße $& 1.jpg',
  },
  {
    page: POLICY,
    what: 'the variable replaced before the policy is checked',
    form: { conditions: [['eq', '$x-amz-meta-album', 'a.jpg']], fields: meta(FILENAME) },
    status: 204,
  },
  {
    page: POLICY,
    what: 'any value',
    form: { conditions: [['starts-with', '$x-amz-meta-album', '']], fields: meta('x') },
    status: 204,
  },
  {
    page: POLICY,
    what: 'fields that are to be ignored',
    form: { fields: { 'x-ignore-client': 'flash' } },
    status: 204,
  },
  {
    page: POLICY,
    what: 'a list of types that all begin alike',
    form: {
      conditions: [['starts-with', '$Content-Type', 'image/']],
      fields: { 'Content-Type': 'image/jpeg, image/png' },
    },
    status: 204,
  },
  {
    page: POLICY,
    what: 'an escaped dollar',
    form: {
      key: 'in/$a',
      policy: JSON.stringify({
        expiration: later,
        conditions: [
          { bucket: 'drop' },
          ['starts-with', '$key', 'in/ESCAPED'],
          ...['algorithm', 'credential', 'date'].map((name) => [
            'starts-with',
            `$x-amz-${name}`,
            '',
          ]),
        ],
      }).replace('ESCAPED', '\\$a'),
    },
    status: 204,
  },
  {
    page: null,
    what: 'names of fields and conditions in another case',
    form: {
      conditions: [['StArTs-WiTh', '$X-AMZ-Meta-Album', 'x']],
      fields: { 'X-Amz-META-album': 'x' },
    },
    status: 204,
  },
  ...(
    [
      [7, 7],
      [0, 7],
      [7, 8],
    ] as const
  ).map(
    ([least, most]): Row => ({
      page: POLICY,
      what: `seven bytes within ${least} to ${most}`,
      form: { conditions: [['content-length-range', least, most]] },
      status: 204,
    }),
  ),
  {
    page: ERRORS,
    what: 'a file above its range',
    form: { conditions: [['content-length-range', 0, 6]] },
    status: 400,
    code: 'EntityTooLarge',
  },
  {
    page: ERRORS,
    what: 'a file below its range',
    form: { conditions: [['content-length-range', 8, 99]] },
    status: 400,
    code: 'EntityTooSmall',
  },
  {
    page: POLICY,
    what: 'two ranges, of which one does not hold',
    form: {
      conditions: [
        ['content-length-range', 0, 99],
        ['content-length-range', 0, 6],
      ],
    },
    status: 400,
    code: 'EntityTooLarge',
  },

  denied('after its time', { expires: expired }, 'Policy expired.'),
  denied(
    'with another key',
    { fields: { key: 'elsewhere' } },
    'Policy Condition failed: ["eq", "$key", "in/a.jpg"]',
  ),
  denied(
    'with a key outside of its prefix',
    { key: `in/${FILENAME}`, fields: { key: `out/${FILENAME}` } },
    'Policy Condition failed: ["starts-with", "$key", "in/"]',
  ),
  denied(
    'with another value',
    { conditions: [['eq', '$x-amz-meta-album', 'x']], fields: meta('y') },
    'Policy Condition failed: ["eq", "$x-amz-meta-album", "x"]',
  ),
  denied(
    'without a field of its policy',
    { conditions: [['starts-with', '$x-amz-meta-album', '']] },
    'Policy Condition failed: ["starts-with", "$x-amz-meta-album", ""]',
    null,
  ),
  denied(
    'with a list of types, of which one begins otherwise',
    {
      conditions: [['starts-with', '$Content-Type', 'image/']],
      fields: { 'Content-Type': 'image/jpeg, text/html' },
    },
    'Policy Condition failed: ["starts-with", "$Content-Type", "image/"]',
  ),
  denied(
    'of another bucket',
    { bucket: 'other' },
    'Policy Condition failed: ["eq", "$bucket", "other"]',
  ),
  denied('with a field too many', { fields: meta('x') }, 'Extra input fields: x-amz-meta-album'),
  denied(
    'whose policy names no bucket',
    {
      policy: {
        expiration: later,
        conditions: [
          ['starts-with', '$key', ''],
          ...['algorithm', 'credential', 'date'].map((name) => [
            'starts-with',
            `$x-amz-${name}`,
            '',
          ]),
        ],
      },
    },
    'Extra input fields: bucket',
    null,
  ),

  unread('that is no JSON', '{"expiration"', 'Invalid Policy: Invalid JSON.'),
  unread('that is a list', [], 'Invalid Policy: Invalid JSON.'),
  unread('without expiration', { conditions: [] }, 'Invalid Policy: Policy missing expiration.'),
  unread('without conditions', { expiration: later }, 'Invalid Policy: Policy missing conditions.'),
  unread('with names in capitals', { EXPIRATION: later, conditions: [] }),
  unread('with something else', { expiration: later, conditions: [], more: 1 }),
  unread('with a time that is none', { expiration: 'tomorrow', conditions: [] }),
  unread('whose conditions are no list', { expiration: later, conditions: {} }),
  ...[
    'bucket',
    {},
    { bucket: 'drop', key: 'in/a.jpg' },
    { bucket: 1 },
    [],
    ['eq', '$key'],
    ['eq', 'key', 'x'],
    ['ends-with', '$key', '.jpg'],
    ['content-length-range', 1],
    ['content-length-range', -1, 5],
    ['content-length-range', 6, 5],
    ['content-length-range', 0, 1.5],
    ['content-length-range', 0, 'many'],
    ['content-length-range', '', 5],
    ['content-length-range', null, 5],
    ['content-length-range', false, true],
  ].map((condition) =>
    unread(`with ${JSON.stringify(condition)}`, { expiration: later, conditions: [condition] }),
  ),

  missing('key'),
  missing('X-Amz-Signature', null),
  missing('X-Amz-Credential', null),
  missing('X-Amz-Date', null),
  missing('X-Amz-Algorithm', null),
  missing('Policy', null),
  {
    page: FORM,
    what: 'without any signature',
    form: {
      fields: {
        'X-Amz-Signature': undefined,
        'X-Amz-Credential': undefined,
        'X-Amz-Date': undefined,
        'X-Amz-Algorithm': undefined,
        Policy: undefined,
      },
    },
    status: 403,
    code: 'AccessDenied',
  },
  {
    page: SIGNATURE,
    what: 'signed with another secret',
    form: { credentials: { ...CREDENTIALS, secretAccessKey: 'guessed' } },
    status: 403,
    code: 'SignatureDoesNotMatch',
  },
  {
    page: SIGNATURE,
    what: 'with a policy that was not signed',
    form: { fields: { Policy: signForm({ key: 'out/a.jpg' })['Policy'] } },
    status: 403,
    code: 'SignatureDoesNotMatch',
  },
  {
    page: ERRORS,
    what: 'with a key of nobody',
    form: { credentials: { accessKeyId: 'AKIDNOBODY', secretAccessKey: 'x' } },
    status: 403,
    code: 'InvalidAccessKeyId',
  },
  ...(
    [
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA1'],
      ['X-Amz-Credential', 'AKIDLOCAL/20260101/eu-west-1/s3/aws4'],
      ['X-Amz-Credential', 'AKIDLOCAL/20260101/us-east-1/s3/aws4_request'],
      ['X-Amz-Credential', 'AKIDLOCAL/20260101/eu-west-1/sqs/aws4_request'],
      ['X-Amz-Date', '20200101T000000Z'],
      ['X-Amz-Date', 'today'],
    ] as const
  ).map(
    ([field, value]): Row => ({
      page: SIGNATURE,
      what: `with ${field} ${value}`,
      form: { fields: { [field]: value } },
      status: 400,
      code: 'InvalidArgument',
    }),
  ),
  {
    page: null,
    what: 'with the fields of Signature Version 2',
    form: { fields: { AWSAccessKeyId: 'AKIDLOCAL', Signature: 'abc=' } },
    status: 400,
    code: 'InvalidRequest',
    message: /Please use AWS4-HMAC-SHA256/,
  },

  {
    page: ERRORS,
    what: 'without a file',
    form: {},
    sent: { file: null },
    status: 400,
    code: 'IncorrectNumberOfFilesInPostRequest',
  },
  {
    page: FORM,
    what: 'with more than 20 KB before the file',
    form: { fields: { 'x-ignore-much': 'x'.repeat(20 * 1024) } },
    status: 400,
    code: 'MaxPostPreDataLengthExceededError',
  },
  {
    page: ERRORS,
    what: 'to a bucket that is not there',
    form: { bucket: 'other' },
    sent: { bucket: 'other' },
    status: 404,
    code: 'NoSuchBucket',
  },
  {
    page: ERRORS,
    what: 'with a key that is too long',
    form: { key: 'k'.repeat(1025) },
    status: 400,
    code: 'KeyTooLongError',
  },
  {
    page: FORM,
    what: 'with a Content-MD5 of other bytes',
    form: {
      conditions: [['starts-with', '$Content-MD5', '']],
      fields: { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' },
    },
    status: 400,
    code: 'BadDigest',
  },
  {
    page: `${API}RESTObjectPOST.html`,
    what: 'with a list of access rights',
    form: { conditions: [{ acl: 'public-read' }], fields: { acl: 'public-read' } },
    status: 400,
    code: 'AccessControlListNotSupported',
  },
  {
    page: `${API}RESTObjectPOST.html`,
    what: 'with a key of its own to encrypt with',
    form: {
      conditions: [{ 'x-amz-server-side-encryption': 'aws:kms' }],
      fields: { 'x-amz-server-side-encryption': 'aws:kms' },
    },
    status: 501,
    code: 'NotImplemented',
  },
  {
    page: null,
    what: 'with a condition of a header',
    form: {},
    sent: { headers: { 'if-none-match': '*' } },
    status: 501,
    code: 'NotImplemented',
  },
  {
    page: null,
    what: 'with a condition as a field',
    form: { conditions: [{ 'if-none-match': '*' }], fields: { 'if-none-match': '*' } },
    status: 501,
    code: 'NotImplemented',
  },
  {
    page: null,
    what: 'with a source to copy',
    form: {
      conditions: [{ 'x-amz-copy-source': 'drop/b' }],
      fields: { 'x-amz-copy-source': 'drop/b' },
    },
    status: 501,
    code: 'NotImplemented',
  },
  {
    page: `${API}API_PutObject.html`,
    what: 'for a bucket of another account',
    form: {},
    sent: { headers: { 'x-amz-expected-bucket-owner': '111122223333' } },
    status: 403,
    code: 'AccessDenied',
  },
]

test('forms are answered as the pages of AWS have it, and a refused one stores nothing', async () => {
  const rig = await openDropBucket()
  for (const { page, what, form, sent, status, code, message, key } of ROWS) {
    const named = [page, what]
    const answer = await postForm(rig.s3, signForm(form), sent)
    expect([...named, answer.status, answer.code]).toEqual([...named, status, code])
    if (message !== undefined) {
      expect([...named, answer.message]).toEqual([
        ...named,
        expect.stringMatching(exactly(message)),
      ])
    }
    const all = await rig.client.send(new ListObjectVersionsCommand({ Bucket: 'drop' }))
    const keys = (all.Versions ?? []).map(({ Key }) => Key)
    expect([...named, keys]).toEqual([
      ...named,
      status < 300 ? [key ?? form.key ?? 'in/a.jpg'] : [],
    ])
    for (const Key of keys) {
      expect(await textOf(rig, Key!)).toBe('picture')
      await rig.client.send(new DeleteObjectCommand({ Bucket: 'drop', Key }))
    }
  }
})

function exactly(message: string | RegExp): RegExp {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return typeof message === 'string' ? new RegExp(`^${escaped(message)}$`) : message
}
