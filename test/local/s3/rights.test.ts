import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openAccess } from '../../../local/iam/access.ts'
import { CREDENTIALS } from './credentials.ts'
import { clientFor, openS3, refusal } from './open-s3.ts'

const KEY = { accessKeyId: 'ASIAWORKER', secretAccessKey: 'worker/secret' }
const ROLE = 'arn:aws:iam::000000000000:role/Worker'
const worker = {
  kind: 'role',
  roleArn: ROLE,
  sessionArn: 'arn:aws:sts::0:assumed-role/W/w',
} as const

/** An endpoint with a bucket, the operator's client, and the client of a role with these statements. */
async function open(...Statement: object[]) {
  const access = openAccess('000000000000', CREDENTIALS)
  const document = { Version: '2012-10-17', Statement }
  access.install({
    keys: [{ ...KEY, caller: worker }],
    roles: [{ arn: ROLE, policies: [{ name: 'Worker', document }] }],
    resources: [],
  })
  const { s3, client } = await openS3({ access })
  await s3.createBucket('files')
  await client.send(new PutObjectCommand({ Bucket: 'files', Key: 'in/a', Body: 'a' }))
  return { s3, operator: client, role: clientFor(s3, KEY), access }
}

function allow(Action: string | string[], Resource: string, Condition?: object) {
  return { Effect: 'Allow', Action, Resource, ...(Condition && { Condition }) }
}

const READ = allow('s3:GetObject', 'arn:aws:s3:::files/in/*')
const at = (Key: string) => ({ Bucket: 'files', Key })
const DENIED = { name: 'AccessDenied', status: 403 }

test('a role reads, writes and deletes what it may and nothing else', async () => {
  const { role } = await open(READ, allow('s3:PutObject', 'arn:aws:s3:::files/out/*'))
  const read = await role.send(new GetObjectCommand(at('in/a')))
  expect(await read.Body?.transformToString()).toBe('a')
  await role.send(new PutObjectCommand({ ...at('out/a'), Body: 'b' }))
  expect(await refusal(role.send(new GetObjectCommand(at('out/a'))))).toEqual(DENIED)
  expect(await refusal(role.send(new PutObjectCommand({ ...at('in/a'), Body: 'b' })))).toEqual(
    DENIED,
  )
  expect(await refusal(role.send(new DeleteObjectCommand(at('out/a'))))).toEqual(DENIED)
  const tagged = new PutObjectCommand({ ...at('out/b'), Body: 'b', Tagging: 'kind=x' })
  expect(await refusal(role.send(tagged))).toEqual(DENIED)
  const version = new GetObjectCommand({ ...at('in/a'), VersionId: 'null' })
  expect(await refusal(role.send(version))).toEqual(DENIED)
})

test('a missing object is 403 without the right to list, and 404 with it', async () => {
  const without = await open(READ)
  expect(await refusal(without.role.send(new GetObjectCommand(at('in/none'))))).toEqual(DENIED)
  const head = without.role.send(new HeadObjectCommand(at('in/none')))
  expect((await refusal(head)).status).toBe(403)

  const bounded = { StringLike: { 's3:prefix': 'in/*' } }
  const list = allow('s3:ListBucket', 'arn:aws:s3:::files', bounded)
  const { role } = await open(READ, list, allow('s3:GetObject', 'arn:aws:s3:::files/out/*'))
  const missing = { name: 'NoSuchKey', status: 404 }
  expect(await refusal(role.send(new GetObjectCommand(at('in/none'))))).toEqual(missing)
  expect(await refusal(role.send(new GetObjectCommand(at('out/none'))))).toEqual(DENIED)
  await role.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'in/' }))
  const all = role.send(new ListObjectsV2Command({ Bucket: 'files' }))
  expect(await refusal(all)).toEqual(DENIED)
})

test('a copy asks to read its source, and deleting several objects asks for each', async () => {
  const write = allow(['s3:PutObject', 's3:DeleteObject'], 'arn:aws:s3:::files/out/*')
  const { role, operator } = await open(READ, write)
  await operator.send(new PutObjectCommand({ ...at('secret/a'), Body: 's' }))
  const copy = (CopySource: string) =>
    role.send(new CopyObjectCommand({ ...at('out/a'), CopySource }))
  expect((await copy('files/in/a')).CopyObjectResult?.ETag).toBeDefined()
  expect(await refusal(copy('files/secret/a'))).toEqual(DENIED)
  const Objects = [{ Key: 'out/a' }, { Key: 'in/a' }]
  const deleted = await role.send(
    new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects } }),
  )
  expect(deleted.Deleted?.map(({ Key }) => Key)).toEqual(['out/a'])
  expect(deleted.Errors).toMatchObject([{ Key: 'in/a', Code: 'AccessDenied' }])
})
