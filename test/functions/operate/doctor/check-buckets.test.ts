import {
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  type LifecycleRule,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { checkBuckets } from '../../../../functions/operate/doctor/check-buckets.ts'
import { checkConsole } from '../../../../functions/operate/doctor/check-console.ts'
import { makeChecks } from '../../../../functions/operate/doctor/make-checks.ts'
import type { Account } from '../../../../functions/operate/doctor/site.ts'
import { encrypted, mockSite, PREVIEWS_END, siteWith } from './site.ts'

const { s3 } = mockSite()

const aboutBuckets = (account: Partial<Account> = {}) =>
  makeChecks(siteWith({}, account), { buckets: checkBuckets })
const aboutConsole = (account: Partial<Account> = { consoleOrigin: PAGE }) =>
  makeChecks(siteWith({}, account), { console: checkConsole })

/** What S3 answers a HEAD with: no words, and where the bucket is. */
function refusal(httpStatusCode: number, region?: string): S3ServiceException {
  const error = new S3ServiceException({
    name: 'Unknown',
    $fault: 'client',
    message: 'Unknown',
    $metadata: { httpStatusCode },
  })
  const headers = region === undefined ? {} : { 'x-amz-bucket-region': region }
  return Object.assign(error, { $response: { headers } })
}

test('a bucket that does not tell EventBridge gets the command that keeps what else it tells', async () => {
  const QueueConfigurations = [
    { QueueArn: 'arn:aws:sqs:eu-west-1:1:q', Events: ['s3:ObjectCreated:*' as const], Id: 'it’s' },
  ]
  s3.on(GetBucketNotificationConfigurationCommand).resolves({ QueueConfigurations })
  const [found] = await aboutBuckets()
  expect(found).toMatchObject({
    level: 'problem',
    says: expect.stringContaining('does not tell EventBridge'),
  })
  const configuration = JSON.stringify({ QueueConfigurations, EventBridgeConfiguration: {} })
  expect(found?.todo).toContain(
    `put-bucket-notification-configuration --bucket drop --notification-configuration '${configuration}'`,
  )
})

test('a bucket without versions is a warning, with the command', async () => {
  s3.on(GetBucketVersioningCommand).resolves({ Status: 'Suspended' })
  expect(await aboutBuckets()).toMatchObject([
    { level: 'warning', todo: expect.stringContaining('put-bucket-versioning --bucket drop') },
  ])
})

test.each([
  [
    'in another region',
    refusal(301, 'us-west-2'),
    'lies in us-west-2, and the pipeline in eu-west',
  ],
  ['that is gone', refusal(404), 'The bucket drop does not exist.'],
])('a bucket %s is a problem', async (_, answer, words) => {
  s3.on(HeadBucketCommand, { Bucket: 'drop' }).rejects(answer)
  expect((await aboutBuckets()).map(({ says }) => says)).toEqual([expect.stringContaining(words)])
})

test('a bucket of another account is told from one that may not be looked at', async () => {
  s3.on(HeadBucketCommand, { ExpectedBucketOwner: '111122223333' }).rejects(refusal(403))
  const [drop] = await aboutBuckets()
  expect(drop?.says).toContain('drop belongs to another account than 111122223333')
  s3.on(HeadBucketCommand).rejects(refusal(403))
  s3.on(HeadBucketCommand, { ExpectedBucketOwner: '111122223333' }).rejects(refusal(403))
  expect(await aboutBuckets()).toMatchObject([
    { level: 'warning', says: expect.stringContaining('could not be looked at') },
  ])
})

test('what fails otherwise than a bucket is told as it is', async () => {
  const look = () => checkBuckets(siteWith())
  s3.on(HeadBucketCommand).rejects(new TypeError('Broken.'))
  await expect(look()).rejects.toThrow('Broken.')
  // That it is reached without an owner says nothing of another failure.
  s3.on(HeadBucketCommand).resolves({ BucketRegion: 'eu-west-1' })
  for (const failure of [refusal(500), refusal(301), refusal(301, 'eu-west-1')]) {
    s3.on(HeadBucketCommand, { ExpectedBucketOwner: '111122223333' }).rejects(failure)
    await expect(look()).rejects.toBe(failure)
  }
})

test.each([
  ['1234abcd', 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd', 'ok'],
  ['abcd', 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd', 'problem'],
  [
    'arn:aws:kms:eu-west-1:111122223333:alias/ours',
    'arn:aws:kms:eu-west-1:111122223333:key/1',
    'ok',
  ],
  ['arn:aws:kms:eu-west-1:111122223333:alias/ours', undefined, 'problem'],
])('of the key %s, where the pipeline was given %s, is said: %s', async (key, given, level) => {
  s3.on(GetBucketEncryptionCommand, { Bucket: 'drop' }).resolves(encrypted('aws:kms', key))
  const [found] = await aboutBuckets({ keys: given === undefined ? {} : { dropBucket: given } })
  expect(found?.level).toBe(level)
  if (level === 'problem') {
    expect(found?.says).toBe(
      `drop is encrypted with ${key}, which the pipeline may not use${given ? `: it was given ${given}` : ''}.`,
    )
  }
})

test('a bucket with a key that the pipeline was not given is a problem', async () => {
  const key = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd'
  s3.on(GetBucketEncryptionCommand, { Bucket: 'results' }).resolves(encrypted('aws:kms', key))
  expect(await aboutBuckets()).toMatchObject([
    { level: 'problem', todo: expect.stringContaining('-c resultsBucketKey=') },
  ])
  expect(await aboutBuckets({ keys: { resultsBucket: key } })).toMatchObject([{ level: 'ok' }])
  // S3's own key may be used by whoever may use the objects.
  s3.on(GetBucketEncryptionCommand, { Bucket: 'results' }).resolves(
    encrypted('aws:kms', 'arn:aws:kms:eu-west-1:111122223333:alias/aws/s3'),
  )
  expect(await aboutBuckets()).toMatchObject([{ level: 'ok' }])
})

const PAGE = 'https://abc123.execute-api.eu-west-1.amazonaws.com'
const PAGE_RULE = {
  AllowedOrigins: [PAGE],
  AllowedMethods: ['PUT', 'GET', 'HEAD'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 3000,
}

function noRules(name = 'NoSuchCORSConfiguration'): S3ServiceException {
  return new S3ServiceException({ name, $fault: 'client', message: name, $metadata: {} })
}

test('a bucket that was there gets the command that lets the page in and keeps its rules', async () => {
  const other = { AllowedOrigins: ['https://it’s.example'], AllowedMethods: ['GET'] }
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).resolves({ CORSRules: [other] })
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).rejects(noRules())
  const found = await aboutConsole()
  expect(found.map(({ level }) => level)).toEqual(['warning', 'warning'])
  const command = (bucket: string, ...CORSRules: object[]) =>
    `Run \`aws s3api put-bucket-cors --bucket ${bucket} --cors-configuration ` +
    `'${JSON.stringify({ CORSRules })}'\`.`
  expect(found.map(({ todo }) => todo).toSorted()).toEqual([
    command('drop', other, PAGE_RULE),
    command('results', PAGE_RULE),
  ])
  // What the command writes is enough.
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).resolves({ CORSRules: [other, PAGE_RULE] })
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).resolves({ CORSRules: [PAGE_RULE] })
  expect(await aboutConsole()).toMatchObject([{ level: 'ok' }])
})

test('a results bucket that was there gets the command that ends previews and keeps its rules', async () => {
  s3.on(GetBucketCorsCommand).resolves({ CORSRules: [PAGE_RULE] })
  const command = (...Rules: object[]) =>
    'Run `aws s3api put-bucket-lifecycle-configuration --bucket results --lifecycle-configuration ' +
    `'${JSON.stringify({ Rules })}'\`.`
  const none = noRules('NoSuchLifecycleConfiguration')
  s3.on(GetBucketLifecycleConfigurationCommand, { Bucket: 'results' }).rejects(none)
  expect(await aboutConsole()).toMatchObject([{ level: 'warning', todo: command(PREVIEWS_END) }])
  const tagged = { ...PREVIEWS_END, ID: 'a', Filter: { Tag: { Key: 'k', Value: 'v' } } }
  const other = { ...PREVIEWS_END, ID: 'b', Filter: { Prefix: 'previews/2025/' } }
  const off = { ...PREVIEWS_END, ID: 'c', Status: 'Disabled' as const }
  const kept = { ID: 'd', Status: 'Enabled' as const, Transitions: [{ Days: 1 }] }
  const Rules = [tagged, other, off, kept] as LifecycleRule[]
  s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules })
  expect(await aboutConsole()).toMatchObject([{ todo: command(...Rules, PREVIEWS_END) }])
  // What the command writes is enough, and so is a rule for everything.
  for (const rule of [PREVIEWS_END, { ...PREVIEWS_END, Filter: { Prefix: '' } }]) {
    s3.on(GetBucketLifecycleConfigurationCommand).resolves({ Rules: [rule] })
    expect(await aboutConsole()).toMatchObject([{ level: 'ok' }])
  }
})

test.each<[string, object]>([
  ['another origin', { AllowedOrigins: ['https://abc123.example'] }],
  [
    'a part of the origin',
    { AllowedOrigins: ['https://abc*.execute-api.us-east-1.amazonaws.com'] },
  ],
  ['reading alone', { AllowedMethods: ['GET', 'HEAD'] }],
  ['some headers alone', { AllowedHeaders: ['content-type'] }],
  ['a page that may not see tags', { ExposeHeaders: [] }],
])('a rule for %s does not let the page in', async (_, change) => {
  s3.on(GetBucketCorsCommand).resolves({ CORSRules: [{ ...PAGE_RULE, ...change }] })
  expect(await aboutConsole()).toMatchObject([{ level: 'warning' }, { level: 'warning' }])
})

test('a bucket that the pipeline made is mended by deploying, and none is looked at without a console', async () => {
  expect(await aboutConsole({})).toEqual([])
  expect(s3.commandCalls(GetBucketCorsCommand)).toHaveLength(0)
  const wide = { ...PAGE_RULE, AllowedOrigins: ['https://*.execute-api.eu-west-1.amazonaws.com'] }
  s3.on(GetBucketCorsCommand, { Bucket: 'drop' }).rejects(noRules())
  s3.on(GetBucketCorsCommand, { Bucket: 'results' }).resolves({ CORSRules: [wide] })
  const own = { consoleOrigin: PAGE, buckets: async () => ['drop', 'results'] }
  expect(await aboutConsole(own)).toMatchObject([
    {
      says: expect.stringContaining('drop'),
      todo: expect.stringContaining(`consoleOrigin=${PAGE}`),
    },
  ])
})
