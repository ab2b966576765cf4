import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import * as z from 'zod'
import { parseGeneratorName } from '../../catalog/generator/generator-settings.ts'
import { DETAIL_TYPES } from '../../catalog/jobs/job-event-names.ts'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { parseUrl } from '../parse-url.ts'

const statuses = Object.keys(DETAIL_TYPES) as (keyof typeof DETAIL_TYPES)[]

const text = z.string().min(1)
const arn = z.string().regex(/^arn:/, 'must be an ARN')
const key = z
  .string()
  .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key, arn:…:key/…')
const yes = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })
const count = z.coerce.number({ error: 'must be a number' }).int('must be a whole number')
const above0 = count.positive('must be above 0')
const amount = z.coerce.number({ error: 'must be a number' }).positive('must be above 0')
const dollars = z.coerce.number({ error: 'must be a number' }).nonnegative('must be 0 or more')
const LOG_DAYS = Object.values(RetentionDays).filter((value) => typeof value === 'number')

const names = z.array(text).min(1).optional()
const consoleRoles = z.strictObject(
  { claim: text, viewer: names, operator: names, admin: names },
  'must be JSON like {"claim":"groups","admin":["ops"]}',
)

/** What a text says as JSON; what is none is refused by its schema. */
function parsedJson(given: unknown): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given
  } catch {
    return undefined
  }
}

/** A setting as the CDK's context gives it: text from `-c name=value`, any JSON from cdk.json. */
function setting<Schema extends z.ZodType>(meaning: string, schema: Schema) {
  return z
    .preprocess((given) => (typeof given === 'object' ? given : String(given)), schema)
    .optional()
    .describe(meaning)
}

/** Left out by an empty text, too, as a script gives it that has no value. */
function orEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((given) => (given === '' ? undefined : given), schema.optional())
}

/** JSON, as text or as it is. */
function json<Schema extends z.ZodType>(example: string, schema: Schema) {
  const rule = `must be JSON such as ${example}`
  return z.preprocess((given, { addIssue }) => {
    if (typeof given !== 'string') return given
    try {
      return parseJsonText(given)
    } catch {
      addIssue({ code: 'custom', message: rule })
      return z.NEVER
    }
  }, schema)
}

/** The origin of pages. A wildcard would let any page use an address that leaked. */
const origin = z
  .string()
  .trim()
  .refine(
    (given) =>
      /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(given) ||
      (given.startsWith('https://') && parseUrl(given)?.origin === given),
    'must be origins such as https://studio.example, with commas between',
  )

const origins = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',') : given),
  z.array(origin),
)

const generatorName = z.string().transform((given, { addIssue }) => {
  if (given === 'embedded') return undefined
  try {
    return parseGeneratorName(given)
  } catch {
    addIssue({
      code: 'custom',
      message:
        'must be bedrock, openai:https://…/v1, fal:OWNER/APP/PATH, replicate:OWNER/NAME@VERSION or cog:https://…',
    })
    return z.NEVER
  }
})

const modelsPrefix = z.string().transform((given, { addIssue }) => {
  const [, bucket, prefix] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})\/((?:\w[\w.-]*\/)+)$/.exec(given) ?? []
  if (bucket !== undefined && prefix !== undefined) return { bucket, prefix }
  addIssue({ code: 'custom', message: 'must be a prefix such as s3://bucket/models/' })
  return z.NEVER
})

/**
 * What those who deploy the app as it is may set, each by its name in the CDK's context. The meaning says what holds
 * without it, behind the last semicolon.
 */
export const SETTINGS = z.object({
  serviceUrl: setting(
    'base URL of another service, for which the pipeline alone is made; our own',
    text,
  ),
  serviceIdempotent: setting('whether that service knows `Idempotency-Key`; `false`', yes),
  serviceLimits: setting(
    'what that service takes where it is less than the catalogue says, JSON such as `{"maxLongSide":1024}`; nothing less',
    z.unknown(),
  ),
  serviceSecretArn: setting('the secret with the service’s key; one is made', arn),
  recipes: setting(
    'a folder of recipes that lie in the drop bucket after every deployment; none',
    text,
  ),
  dropBucket: setting('name of an existing bucket; one is made', text),
  dropBucketKey: setting('ARN of the KMS key that bucket is encrypted with; S3’s own', key),
  resultsBucket: setting('name of an existing bucket; one is made', text),
  resultsBucketKey: setting('ARN of the KMS key that bucket is encrypted with; S3’s own', key),
  resultsPrefix: setting('the first part of results’ keys; `results/`', text),
  resultsInDropBucket: setting('whether results lie in the drop bucket; `false`', yes),
  keepDroppedDays: setting('days after which dropped files leave; never', above0),
  keepFormerVersionsDays: setting(
    'days after which overwritten and deleted versions leave; 30',
    above0,
  ),
  keepResultsDays: setting('days after which results leave; never', above0),
  removalPolicy: setting(
    'what becomes of buckets and tables when their stack goes: `retain` or `destroy`; `retain`',
    z.enum(['retain', 'destroy'], 'must be retain or destroy'),
  ),
  logDays: setting(
    'days logs are kept; 30',
    count.refine((value) => LOG_DAYS.includes(value), `must be one of ${LOG_DAYS.join(', ')}`),
  ),
  drops: setting('files taken in at once, 2–1000; 10', count.min(2).max(1000)),
  openFiles: setting(
    'dropped files that are under way at once, further ones wait, 1–100,000; 1,000',
    above0.max(100_000),
  ),
  looks: setting('tasks looked at at once, 2–1000; 5', count.min(2).max(1000)),
  webhookPerSecond: setting('webhooks of the service taken in a second; 500', above0),
  webhookBurst: setting('webhooks taken at once; twice as many', above0),
  budget: setting('the most a day may spend, JSON such as `{"units":500}`; no limit', z.unknown()),
  unitPrice: setting('dollars one unit costs; 0', dollars),
  ffmpegLayer: setting(
    'ARN of a version of a layer with `bin/ffmpeg` and `bin/ffprobe` for arm64, for videos; libav from npm',
    orEmpty(
      z
        .string()
        .regex(
          /^arn:[\w-]+:lambda:[\w-]+:\d{12}:layer:[\w-]+:\d+$/,
          'must be the ARN of a version of a layer, arn:…:layer:name:1',
        ),
    ),
  ),
  overrides: setting('whether metadata of dropped files may change their recipe; `true`', yes),
  retryOverrides: setting('whether a retry may change the recipe of its attempt; `true`', yes),
  notifyTopic: setting(
    '`true` for a topic that is told, or the ARN of one; none',
    z.union([z.literal('true'), arn], 'must be true or an ARN'),
  ),
  notifyWebhook: setting('URL of a receiver that is told; none', text),
  notifySecretArn: setting('the secret its messages are signed with; one is made', arn),
  notifyStatuses: setting(
    `what is told, of \`${statuses.join(',')}\`; all`,
    z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(statuses, `must be of ${statuses.join(', ')}`))),
  ),
  alarmTopicArn: setting('an existing topic alarms are sent to; one is made', arn),
  oldestFileMinutes: setting('alarm when a file waited so long to be taken in; 15', amount),
  stuckCallbackMinutes: setting('alarm when a state waited so long for its task; 5', amount),
  failureShare: setting('alarm when this part of an hour’s jobs failed, 0–1; 0.2', amount.max(1)),
  dollarsPerDay: setting('alarm when a day’s jobs cost so much; 10', amount),
  camera: setting('whether the camera module is deployed for pages, too; `false`', yes),
  cameraDomain: setting('a name of your own for it; CloudFront’s', text),
  cameraCertificateArn: setting(
    'the certificate of that name, of ACM in us-east-1; none',
    z
      .string()
      .regex(/^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\//, 'must be of ACM in us-east-1'),
  ),
  cameraAccessLog: setting('whether who loads it is logged, for 30 days; `false`', yes),
  console: setting('whether the console is deployed, too; `false`', yes),
  consoleOrigin: setting(
    'origin of the console, whose page may use the buckets of both stacks; none',
    z.string().regex(/^https:\/\/[^/?#]+$/, 'must be https://host without a path'),
  ),
  consoleIssuer: setting(
    'provider of OpenID Connect by which people sign in to it; a Cognito user pool of its own',
    z.string().regex(/^https:\/\/[^?#]+$/, 'must be an https URL'),
  ),
  consoleClientId: setting('its client for the console; none', text),
  consoleSecretArn: setting('secret of that client, as plain text; none', arn),
  consoleRoles: setting(
    'which values of a claim give which role, JSON such as `{"claim":"groups","admin":["ops"]}`; the pool’s groups',
    z.preprocess(parsedJson, consoleRoles),
  ),
  unitsPerDay: setting('alarm when a day’s jobs took so many units; no alarm', amount),
  rateLimitWindow: setting(
    'requests that a key of our own service has in 300 seconds; 250',
    above0,
  ),
  rateLimitSecond: setting('requests that it has in a second; 5', above0),
  throttlePerSecond: setting(
    'requests of all keys together that are taken in a second; 500',
    above0,
  ),
  throttleBurst: setting('requests taken at once; twice as many', above0),
  uploadBytesPerDay: setting('bytes of upload slots of an account and day; 100 GB', above0),
  featureConcurrency: setting(
    'tasks of a feature that are worked at once, JSON such as `{"image-to-video":2}`; no limit',
    json('{"image-to-video":2}', z.record(z.string(), above0, 'must be an object of numbers')),
  ),
  pictureTaskWorkers: setting(
    'tasks on pictures that are worked on at once, 2–1000; 10',
    count.min(2).max(1000),
  ),
  videoTaskWorkers: setting(
    'tasks on videos that are worked on at once, 2–1000; 4',
    count.min(2).max(1000),
  ),
  videoWorkers: setting('segments of one long video that are made at once; 20', above0),
  pageOrigins: setting(
    'origins whose pages may use upload slots and results, with commas between; none',
    orEmpty(origins),
  ),
  models: setting(
    'where model files of your own lie, `s3://bucket/models/`; none',
    orEmpty(modelsPrefix),
  ),
  modelsSeconds: setting('the longest that one of them may run, seconds; 60', above0),
  modelsMegabytes: setting('the most memory that one of them may take, MB; 1000', above0),
  generator: setting(
    'who makes what has to be invented: `bedrock`, `openai:https://…/v1`, `fal:…`, `replicate:…` or `cog:…`; nobody',
    orEmpty(generatorName),
  ),
  generatorSecretArn: setting('the secret with its key; one is made', arn),
  generatorRegion: setting('where Bedrock’s image services are called; `us-west-2`', text),
  generatorModels: setting(
    'ids of Bedrock’s models, JSON such as `{"inpaint":"us.stability.…"}`; Stability’s and Luma’s',
    json(
      '{"inpaint":"us.stability.…"}',
      z.record(z.string(), z.string(), 'must be an object of ids'),
    ),
  ),
  generatorVideoBucket: setting(
    'the bucket in us-west-2 that Bedrock writes videos to; no videos',
    text,
  ),
  generatorModel: setting('name of the model on a server; the server’s choice', text),
  generatorPrivate: setting(
    'whether that server may be at a private address without TLS; `false`',
    yes,
  ),
  generatorReferences: setting('whether it takes a second picture; by the model’s name', yes),
  generatorTable: setting(
    'the fields of a model that dresses people, JSON; those of a preset',
    json('{"person":"…"}', z.record(z.string(), z.unknown(), 'must be an object of fields')),
  ),
  generatorPrefer: setting(
    'features that ask the generator first, with commas between; none',
    text,
  ),
  generatorDollarsPerPicture: setting('dollars that a picture costs there; 0', dollars),
  generatorDollarsPerTask: setting('the most dollars that a task may spend; 0.5', dollars),
})

export type Settings = z.output<typeof SETTINGS>
