import { App, Stack } from 'aws-cdk-lib'
import { expect, test } from 'vitest'
import { readSettings } from '../../lib/settings/read-settings.ts'
import type { SETTINGS } from '../../lib/settings/settings.ts'
import { deployedBy } from './deployed-by.ts'

function deployed(context: Record<string, unknown>) {
  const stacks = Object.entries(deployedBy(context)).map(
    ([name, resources]) => [name, Object.values(resources)] as const,
  )
  return Object.fromEntries(stacks)
}

const SECRET = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:service-AbCdEf'
const NOTICES = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:notices-AbCdEf'
const GENERATOR = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:generator-AbCdEf'
const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-drop'
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/abc'
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:on-call'

/** A value for each setting, and what of it stands in the pipeline's template. */
const GIVEN: Record<keyof typeof SETTINGS.shape, [value: unknown, stands: RegExp]> = {
  serviceUrl: ['https://service.example.com', /"SERVICE_BASE_URL":"https:\/\/service.example.com"/],
  serviceIdempotent: ['true', /"SERVICE_IDEMPOTENT":"true"/],
  serviceLimits: ['{"maxLongSide":1024}', /"SERVICE_LIMITS":"{\\"maxLongSide\\":1024}"/],
  serviceSecretArn: [SECRET, /"SERVICE_SECRET_ID":"arn:[^"]*:secret:service-AbCdEf"/],
  recipes: ['recipes', /Custom::CDKBucketDeployment/],
  dropBucket: ['uploads', /"DROP_BUCKET":"uploads"/],
  dropBucketKey: [KEY, /"kms:Decrypt"[^}]*?key\/1234abcd-drop/],
  resultsBucketKey: [`${KEY}-results`, /"kms:GenerateDataKey"[^}]*?key\/1234abcd-drop-results/],
  resultsBucket: ['finished', /"RESULTS_BUCKET":"finished"/],
  resultsPrefix: ['made/', /"RESULTS_PREFIX":"made\/"/],
  resultsInDropBucket: ['true', /"Prefix":"results\/"/],
  keepDroppedDays: [3, /"ExpirationInDays":3,"Prefix":"drop\/"/],
  keepFormerVersionsDays: ['4', /"NoncurrentDays":4/],
  keepResultsDays: [500, /"ExpirationInDays":500,"Prefix":"made\/"/],
  removalPolicy: [
    'destroy',
    /DynamoDB::Table","Properties":{(?:(?!"Type":).)*"DeletionPolicy":"Delete"/,
  ],
  logDays: ['90', /"RetentionInDays":90/],
  drops: ['33', /"MaximumConcurrency":33/],
  openFiles: ['4321', /"OPEN_FILES":"4321"/],
  looks: [44, /"MaximumConcurrency":44/],
  webhookPerSecond: [71, /"ThrottlingRateLimit":71[,}]/],
  webhookBurst: ['83', /"ThrottlingBurstLimit":83[,}]/],
  budget: ['{"units":500}', /"BUDGET":"{\\"units\\":500}"/],
  unitPrice: ['0.05', /"UNIT_PRICE":"0.05"/],
  ffmpegLayer: [
    'arn:aws:lambda:eu-west-1:123456789012:layer:ffmpeg:1',
    /"DARKROOM_FFMPEG":"\/opt\/bin"/,
  ],
  overrides: ['false', /"RECIPE_OVERRIDES":"off"/],
  retryOverrides: ['false', /"RETRY_OVERRIDES":"off"/],
  notifyTopic: [TOPIC, /"Targets":\[{"Arn":"arn:aws:sns[^"]*on-call"/],
  notifyWebhook: ['https://example.com/hook', /"NOTICES_URL":"https:\/\/example.com\/hook"/],
  notifySecretArn: [NOTICES, /"NOTICES_SECRET_ID":"arn:[^"]*:secret:notices-AbCdEf"/],
  notifyStatuses: ['failed', /"detail-type":\["Job Failed"\]/],
  alarmTopicArn: [TOPIC, /"AlarmActions":\["arn:aws:sns[^"]*on-call"\]/],
  oldestFileMinutes: [7, /"Threshold":420/],
  stuckCallbackMinutes: ['1.5', /"Threshold":90[,}]/],
  failureShare: ['0.37', /"Threshold":37[,}]/],
  dollarsPerDay: [321, /"Threshold":321/],
  camera: ['true', /AWS::CloudFront::Distribution/],
  cameraDomain: ['camera.studio.example', /"Aliases":\["camera\.studio\.example"\]/],
  cameraCertificateArn: [CERTIFICATE, /"AcmCertificateArn":"arn:[^"]*certificate\/abc"/],
  cameraAccessLog: ['true', /"Logging":{"Bucket"/],
  console: ['true', /functions\/console\/serve-console/],
  consoleOrigin: ['https://console.example', /"AllowedOrigins":\["https:\/\/console\.example"\]/],
  consoleIssuer: ['https://login.example/one', /issuer\\":\\"https:\/\/login\.example\/one/],
  consoleClientId: ['darkroom-7', /clientId\\":\\"darkroom-7/],
  consoleSecretArn: [NOTICES, /"CONSOLE_CLIENT_SECRET_ID":"arn:[^"]*:secret:notices-AbCdEf"/],
  consoleRoles: ['{"claim":"teams","admin":["ops"]}', /claim\\":\\"teams\\",\\"admin\\":\[\\"ops/],
  unitsPerDay: ['654', /"Threshold":654/],
  rateLimitWindow: ['1009', /"RATE_LIMIT_WINDOW":"1009"/],
  rateLimitSecond: [23, /"RATE_LIMIT_SECOND":"23"/],
  throttlePerSecond: ['2003', /"ThrottlingRateLimit":2003[,}]/],
  throttleBurst: [4001, /"ThrottlingBurstLimit":4001[,}]/],
  uploadBytesPerDay: ['5003', /"UPLOAD_BYTES_PER_DAY":"5003"/],
  featureConcurrency: ['{"image-to-video":2}', /"FEATURE_CONCURRENCY":"{\\"image-to-video\\":2}"/],
  pictureTaskWorkers: ['37', /"MaximumConcurrency":37[,}]/],
  videoTaskWorkers: [29, /"MaximumConcurrency":29[,}]/],
  videoWorkers: ['7', /\\"MaxConcurrency\\":7,/],
  pageOrigins: [
    'https://a.example,https://b.example',
    /"AllowedOrigins":\["https:\/\/a\.example",/,
  ],
  models: ['s3://studio-files/models/', /"DARKROOM_MODELS":"s3:\/\/studio-files\/models\/"/],
  modelsSeconds: ['47', /"DARKROOM_MODELS_SECONDS":"47"/],
  modelsMegabytes: [613, /"DARKROOM_MODELS_MEGABYTES":"613"/],
  generator: ['openai:https://images.example/v1', /images\.example\/v1/],
  generatorSecretArn: [GENERATOR, /secret:generator-AbCdEf/],
  generatorRegion: ['us-east-2', /\\"region\\":\\"us-east-2/],
  generatorModels: ['{"erase":"us.stability.other-v1:0"}', /us\.stability\.other-v1/],
  generatorVideoBucket: ['our-videos', /our-videos/],
  generatorModel: ['studio/edit-3', /studio\/edit-3/],
  generatorPrivate: ['true', /\\"private\\":true/],
  generatorReferences: ['true', /\\"references\\":true/],
  generatorDollarsPerPicture: ['0.043', /\\"dollarsPerPicture\\":0.043/],
  generatorTable: ['{"person":"human","garment":"cloth","image":"url","dollars":0.3}', /human/],
  generatorPrefer: ['cloth-v3', /\\"prefer\\":\[\\"cloth-v3/],
  generatorDollarsPerTask: [0.61, /\\"dollarsPerTask\\":0.61/],
}

/** What excludes each other is tried apart. */
const APART: (keyof typeof GIVEN)[] = [
  'resultsInDropBucket',
  'serviceSecretArn',
  'dropBucket',
  'dropBucketKey',
  'resultsBucket',
  'resultsBucketKey',
]
/** Without them nothing of it stands there; of the one left out the bare template says the same elsewhere. */
const ELSEWHERE = Object.keys(GIVEN).filter(
  (name) => !['resultsInDropBucket', 'serviceIdempotent'].includes(name),
)

/** Of a generator of the other kind, which is tried with it. */
const BEDROCK: (keyof typeof GIVEN)[] = [
  'generatorRegion',
  'generatorModels',
  'generatorVideoBucket',
]

/** Of a model that dresses people. */
const QUEUE: (keyof typeof GIVEN)[] = ['generatorTable']

/** Of our own service, which is not made beside another one. */
const SERVICE = Object.keys(GIVEN)
  .slice(Object.keys(GIVEN).indexOf('rateLimitWindow'))
  .filter((name) => ![...BEDROCK, ...QUEUE].includes(name as never))

const together = Object.keys(GIVEN).filter(
  (name) => ![...APART, ...BEDROCK, ...QUEUE, ...SERVICE].includes(name as never),
)

function values(names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, GIVEN[name as keyof typeof GIVEN][0]]))
}

/** Both stacks, as long as they are kept by these settings. */
const KEPT = { ...values(SERVICE), removalPolicy: 'destroy', logDays: 7 }

test('every setting arrives in the template', () => {
  const whole = JSON.stringify(deployed(values(together)))
  const others = [...APART.filter((name) => name !== 'resultsInDropBucket'), 'serviceUrl']
  const given = JSON.stringify(deployed(values(others)))
  const inside = JSON.stringify(deployed(values(['resultsInDropBucket', 'serviceUrl'])))
  const bedrock = JSON.stringify(deployed({ ...values(BEDROCK), generator: 'bedrock' }))
  const queue = JSON.stringify(deployed({ ...values(QUEUE), generator: 'fal:studio/dress' }))
  const service = JSON.stringify(deployed(KEPT))
  const templateOf = (name: string): string => {
    if (BEDROCK.includes(name as never)) return bedrock
    if (QUEUE.includes(name as never)) return queue
    if (SERVICE.includes(name)) return service
    if (name === 'resultsInDropBucket') return inside
    return others.includes(name) ? given : whole
  }
  for (const [name, [, stands]] of Object.entries(GIVEN)) {
    expect(stands.test(templateOf(name)), name).toBe(true)
  }
  const bare = JSON.stringify(deployed({}))
  for (const name of ELSEWHERE) {
    expect(GIVEN[name as keyof typeof GIVEN][1].test(bare), name).toBe(false)
  }
})

test('without settings both stacks are made, and what they hold outlives them', () => {
  const stacks = deployed({})
  expect(Object.keys(stacks).sort()).toEqual(['DarkroomPipeline', 'DarkroomService'])
  const kept = Object.values(stacks)
    .flat()
    .filter(({ Type }) => ['AWS::S3::Bucket', 'AWS::DynamoDB::Table'].includes(Type))
  expect(new Set(kept.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['Retain']))
})

test('the life of things is that of both stacks', () => {
  const { DarkroomService = [] } = deployed(KEPT)
  const tables = DarkroomService.filter(({ Type }) => Type === 'AWS::DynamoDB::Table')
  expect(new Set(tables.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['Delete']))
  const logs = DarkroomService.filter(({ Type }) => Type === 'AWS::Logs::LogGroup')
  expect(new Set(logs.map(({ Properties }) => Properties?.['RetentionInDays']))).toEqual(
    new Set([7]),
  )
})

test.each([
  ['drops', '1'],
  ['drops', 'many'],
  ['logDays', '8'],
  ['removalPolicy', 'snapshot'],
  ['serviceIdempotent', 'perhaps'],
  ['serviceSecretArn', 'service/key'],
  ['notifyStatuses', 'failed,lost'],
  ['failureShare', '20'],
  ['keepResultsDays', '1.5'],
  ['dropBucketKey', 'alias/uploads'],
  ['dropBucketKey', KEY],
  ['cameraCertificateArn', CERTIFICATE.replace('us-east-1', 'eu-west-1')],
  ['cameraDomain', 'camera.studio.example'],
  ['webhookBurst', '0'],
  ['rateLimitWindow', '0'],
  ['rateLimitSecond', 'many'],
  ['throttlePerSecond', '0.5'],
  ['uploadBytesPerDay', '-1'],
  ['videoWorkers', '0'],
  ['featureConcurrency', '[1]'],
  ['featureConcurrency', 'two'],
  ['featureConcurrency', { 'image-to-video': 0 }],
  ['pageOrigins', '*'],
  ['pageOrigins', 'https://studio.example/upload'],
  ['pageOrigins', 'http://studio.example'],
  ['models', 's3://studio-files'],
  ['models', 's3://studio-files/../x/'],
  ['generator', 'stability'],
  ['generatorModels', 'x'],
  ['generatorPrivate', 'maybe'],
  ['generatorDollarsPerTask', 'much'],
  ['notifyTopic', 'on-call'],
])('refuses %s=%s, naming the setting', (name, value) => {
  const stack = new Stack(new App({ context: { [name]: value } }))
  expect(() => readSettings(stack.node)).toThrow(
    new RegExp(`^The setting ${name}[. ].*(must|of no use)`),
  )
})

test.each([
  ['rateLimitWindows', 'rateLimitWindow'],
  ['dropbucket', 'dropBucket'],
  ['keepResultDay', 'keepResultsDays'],
])('%s is taken for %s, mistyped', (name, meant) => {
  const stack = new Stack(new App({ context: { [name]: '7' } }))
  expect(() => readSettings(stack.node)).toThrow(
    `The setting ${name} does not exist; it is called ${meant}.`,
  )
})

test('names that are like no setting, and those of the CDK, are the app’s own', () => {
  const context = { stage: 'test', keepResultsFor: 7, 'aws:cdk:drops': 1, '@aws-cdk/look': true }
  expect(readSettings(new Stack(new App({ context })).node)).toEqual({})
})

test('what is empty is left out where a script may have no value', () => {
  const context = { models: '', generator: '', pageOrigins: '', ffmpegLayer: '' }
  const settings = readSettings(new Stack(new App({ context })).node)
  expect(Object.values(settings).filter((value) => value !== undefined)).toEqual([])
})
