import { expect, test } from 'vitest'
import { headerValue } from '../../../local/s3/header-value.ts'
import { parseQuery, parseRequestTarget, queryValue } from '../../../local/s3/request-target.ts'
import { requireOwner } from '../../../local/s3/require-owner.ts'
import { missingKeyAsk, s3RequiredRights } from '../../../local/s3/s3-required-rights.ts'
import { parseXml } from '../../../local/s3/xml/parse-xml.ts'
import { callOf, codeOf } from './call-of.ts'

test.each([
  ['/', '', ''],
  ['/drop', 'drop', ''],
  ['/drop/', 'drop', ''],
  ['/drop/a/../b//c', 'drop', 'a/../b//c'],
  ['/drop/a%2Fb%3F?x', 'drop', 'a/b?'],
  ['/drop/\xc3\xa9', 'drop', 'é'],
])('%s is the key of a bucket', (raw, bucket, key) => {
  expect(parseRequestTarget(raw)).toMatchObject({ bucket, key })
})

test.each(['drop', 'http://h/drop', '/%', '/%c3%28'])('%s is no target', (raw) => {
  expect(codeOf(() => parseRequestTarget(raw))).toBe('InvalidURI')
})

test('a query is names and values in their order', () => {
  const query = parseQuery('a=1&&b&c=x%3Dy=z&d+e=f+g&a=2&=h')
  expect(query).toEqual([
    ['a', '1'],
    ['b', ''],
    ['c', 'x=y=z'],
    ['d+e', 'f g'],
    ['a', '2'],
    ['', 'h'],
  ])
  expect([queryValue(query, 'a'), queryValue(query, 'A')]).toEqual(['1', undefined])
  expect(parseRequestTarget('/drop?a=1?b').query).toEqual([['a', '1?b']])
  expect(parseRequestTarget('/drop').query).toEqual([])
})

test.each([
  ['a', 'b', true],
  ["!#$%&'*+.^_`|~-9", 'tab\there', true],
  ['a', 'b\nc', false],
  ['a', 'b\rc', false],
  ['a', '\u0000', false],
  ['a', '\u0008', false],
  ['a', '\u001f', false],
  ['a', '\u007f', false],
  ['a b', 'c', false],
  [' a', 'c', false],
  ['a ', 'c', false],
  ['', 'c', false],
])('the header %j: %j may be sent: %s', (name, text, may) => {
  expect(codeOf(() => headerValue(name, text))).toBe(may ? undefined : 'InvalidArgument')
})

test('text in a header is its bytes', () => {
  expect(headerValue('a', 'é')).toBe('\xc3\xa9')
})

test.each(['x-amz-expected-bucket-owner', 'x-amz-source-expected-bucket-owner'])(
  '%s is the one account',
  (name) => {
    const refused = (owner: string) => codeOf(() => requireOwner({ fields: { [name]: owner } }))
    expect([refused('000000000000'), refused('111111111111')]).toEqual([undefined, 'AccessDenied'])
  },
)

type Rights = Parameters<typeof s3RequiredRights>

/** The rights of a call as `action resource`. */
function asked(
  right: string | undefined,
  on: string,
  call: Parameters<typeof callOf>[0],
  copies = false,
) {
  const route = { right, on, copies } as unknown as Rights[0]
  return s3RequiredRights(route, callOf(call)).map(
    ({ action, resource }) => `${action} ${resource}`,
  )
}

const X = 'arn:aws:s3:::drop/x'
const VERSION = [['versionId', 'v']] as const

/** S3 User Guide, "Required permissions for Amazon S3 API operations". */
test.each([
  [undefined, 'object', {}, []],
  ['s3:ListAllMyBuckets', 'service', { bucket: '', key: '' }, ['s3:ListAllMyBuckets *']],
  ['s3:ListBucket', 'bucket', { key: '' }, ['s3:ListBucket arn:aws:s3:::drop']],
  ['s3:GetObject', 'object', {}, [`s3:GetObject ${X}`]],
  ['s3:GetObject', 'object', { query: VERSION }, [`s3:GetObjectVersion ${X}`]],
  ['s3:DeleteObject', 'object', { query: VERSION }, [`s3:DeleteObjectVersion ${X}`]],
  ['s3:GetObjectTagging', 'object', { query: VERSION }, [`s3:GetObjectVersionTagging ${X}`]],
  ['s3:PutObjectTagging', 'object', { query: VERSION }, [`s3:PutObjectVersionTagging ${X}`]],
  ['s3:DeleteObjectTagging', 'object', { query: VERSION }, [`s3:DeleteObjectVersionTagging ${X}`]],
  ['s3:GetObjectAttributes', 'object', {}, [`s3:GetObjectAttributes ${X}`, `s3:GetObject ${X}`]],
  [
    's3:GetObjectAttributes',
    'object',
    { query: VERSION },
    [`s3:GetObjectVersionAttributes ${X}`, `s3:GetObjectVersion ${X}`],
  ],
  ['s3:DeleteObject', 'object', { fields: { 'if-match': '*' } }, [`s3:DeleteObject ${X}`]],
  [
    's3:DeleteObject',
    'object',
    { fields: { 'if-match': '"a"' } },
    [`s3:DeleteObject ${X}`, `s3:GetObject ${X}`],
  ],
  ['s3:PutObject', 'object', { fields: { 'x-amz-tagging': '' } }, [`s3:PutObject ${X}`]],
  [
    's3:PutObject',
    'object',
    { fields: { 'x-amz-tagging': 'a=1', 'if-match': '"a"' } },
    [`s3:PutObject ${X}`, `s3:PutObjectTagging ${X}`, `s3:GetObject ${X}`],
  ],
])('%s on %s of %o', (right, on, call, expected) => {
  expect(asked(right, on, call)).toEqual(expected)
})

test.each([
  ['drop/y', 's3:GetObject arn:aws:s3:::drop/y'],
  ['/drop/a%20b=c', 's3:GetObject arn:aws:s3:::drop/a b=c'],
  ['/drop/y?versionId=v', 's3:GetObjectVersion arn:aws:s3:::drop/y'],
])('a copy of %s asks for its source', (source, right) => {
  const fields = { 'x-amz-copy-source': source }
  expect(asked('s3:PutObject', 'object', { fields }, true)).toEqual([`s3:PutObject ${X}`, right])
})

test('what a listing asks for is known to policies, and who misses a key may list it', () => {
  const query = [
    ['prefix', 'a/'],
    ['delimiter', '/'],
    ['max-keys', '5'],
    ['marker', 'b'],
  ] as const
  const route = { right: 's3:ListBucket', on: 'bucket' } as unknown as Rights[0]
  expect(s3RequiredRights(route, callOf({ key: '', query }))[0]?.context).toEqual({
    's3:prefix': ['a/'],
    's3:delimiter': ['/'],
    's3:max-keys': ['5'],
  })
  expect(missingKeyAsk({ bucket: 'drop', key: 'a/b' })).toEqual({
    action: 's3:ListBucket',
    resource: 'arn:aws:s3:::drop',
    context: { 's3:prefix': ['a/b'] },
  })
})

const element = (name: string, text: string, children: object[] = []) => ({ name, text, children })

test.each([
  ['<a/>', element('a', '')],
  ['<?xml version="1.0"?><!-- b --><x:a b="c" ><d/></x:a>', element('a', '', [element('d', '')])],
  ['<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x41;&#X10FFFF;</a>', element('a', '<>&"\'AA\u{10ffff}')],
  ['<a>1<b>2</b>3</a>', element('a', '13', [element('b', '2')])],
])('%s is a document', (source, expected) => {
  expect(parseXml(source)).toEqual(expected)
})

test.each([
  '',
  'text',
  '<a>',
  '</a>',
  '<a></b>',
  '<a/><b/>',
  '<a',
  '<!DOCTYPE a><a/>',
  '<a>&b;</a>',
  '<a>&lt</a>',
  '<a>&#xD800;</a>',
  '<a>&#xDFFF;</a>',
  '<a>&#x110000;</a>',
  '<a>&#x1234567;</a>',
  '<a>&#12345678;</a>',
  '<a>&y#65;</a>',
  '<a>&#65y;</a>',
  '<a>&y#x41;</a>',
  '<a>&#x41y;</a>',
])('%s is no document', (source) => {
  expect(codeOf(() => parseXml(source))).toBe('MalformedXML')
})

test('elements are seven deep at most', () => {
  const deep = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
  expect(codeOf(() => parseXml(deep(7)))).toBeUndefined()
  expect(codeOf(() => parseXml(deep(8)))).toBe('MalformedXML')
})
