import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { Key } from 'aws-cdk-lib/aws-kms'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct, Node } from 'constructs'
import * as z from 'zod'
import { parseBudget } from '../../catalog/budget.ts'
import { DETAIL_TYPES } from '../../catalog/job-event.ts'
import type { CameraSiteProps } from '../camera/camera-site.ts'
import type { RetentionProps } from '../constructs/retention.ts'
import type { DropPipelineProps } from '../pipeline/drop-pipeline.ts'

const statuses = Object.keys(DETAIL_TYPES) as (keyof typeof DETAIL_TYPES)[]

const text = z.string().min(1)
const arn = z.string().regex(/^arn:/, 'must be an ARN')
const key = z
  .string()
  .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key, arn:…:key/…')
const yes = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })
const count = z.coerce.number({ error: 'must be a number' }).int('must be a whole number')
const days = count.positive('must be above 0')
const amount = z.coerce.number({ error: 'must be a number' }).positive('must be above 0')
const LOG_DAYS = Object.values(RetentionDays).filter((value) => typeof value === 'number')

/** A setting as the CDK's context gives it: text from `-c name=value`, any JSON from cdk.json. */
function setting<Schema extends z.ZodType>(meaning: string, schema: Schema) {
  return z
    .preprocess((given) => (typeof given === 'object' ? given : String(given)), schema)
    .optional()
    .describe(meaning)
}

/** What those who deploy the app as it is may set, each by its name in the CDK's context. */
export const SETTINGS = z.object({
  serviceUrl: setting(
    'base URL of another service, for which the pipeline alone is made; our own',
    text,
  ),
  serviceIdempotent: setting('whether that service knows `Idempotency-Key`; `false`', yes),
  serviceSaysWorkStarted: setting(
    'whether that service says by `darkroom-work-started` when work on a task began; `false`',
    yes,
  ),
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
  keepDroppedDays: setting('days after which dropped files leave; never', days),
  keepFormerVersionsDays: setting(
    'days after which overwritten and deleted versions leave; 30',
    days,
  ),
  keepResultsDays: setting('days after which results leave; never', days),
  removalPolicy: setting(
    'what becomes of buckets and tables when their stack goes: `retain` or `destroy`; `retain`',
    z.enum(['retain', 'destroy']),
  ),
  logDays: setting(
    'days logs are kept; 30',
    count.refine((value) => LOG_DAYS.includes(value), `must be one of ${LOG_DAYS.join(', ')}`),
  ),
  drops: setting('files taken in at once, 2–1000; 10', count.min(2).max(1000)),
  looks: setting('tasks looked at at once, 2–1000; 5', count.min(2).max(1000)),
  webhookPerSecond: setting('webhooks of the service taken in a second; 500', count.positive()),
  webhookBurst: setting('webhooks taken at once; twice as many', count.positive()),
  budget: setting('the most a day may spend, JSON such as `{"units":500}`; no limit', z.unknown()),
  unitPrice: setting('dollars one unit costs; 0', z.coerce.number().nonnegative()),
  ffmpegLayer: setting(
    'ARN of a version of a layer with `bin/ffmpeg` and `bin/ffprobe` for arm64, for videos; libav from npm',
    z
      .string()
      .regex(
        /^arn:[\w-]+:lambda:[\w-]+:\d{12}:layer:[\w-]+:\d+$/,
        'must be the ARN of a version of a layer',
      ),
  ),
  overrides: setting('whether metadata of dropped files may change their recipe; `true`', yes),
  notifyTopic: setting(
    '`true` for a topic that is told, or the ARN of one; none',
    z.union([z.literal('true'), arn]),
  ),
  notifyWebhook: setting('URL of a receiver that is told; none', text),
  notifySecretArn: setting('the secret its messages are signed with; one is made', arn),
  notifyStatuses: setting(
    `what is told, of \`${statuses.join(',')}\`; all`,
    z
      .string()
      .transform((list) => list.split(','))
      .pipe(z.array(z.enum(statuses))),
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
  unitsPerDay: setting('alarm when a day’s jobs took so many units; no alarm', amount),
})

export type Settings = z.output<typeof SETTINGS>

/** The settings in the CDK's context, from `-c name=value` or cdk.json. Throws naming the setting and the rule. */
export function readSettings(node: Node): Settings {
  const given = Object.keys(SETTINGS.shape).flatMap((name) => {
    const value: unknown = node.tryGetContext(name)
    return value === undefined ? [] : [[name, value]]
  })
  const parsed = SETTINGS.safeParse(Object.fromEntries(given))
  if (parsed.success) return requireTogether(parsed.data)
  const [issue] = parsed.error.issues
  throw new Error(`The setting ${issue?.path.join('.')} ${issue?.message ?? 'cannot be used'}.`)
}

/** Settings that are of no use without another. */
const TOGETHER = [
  ['dropBucketKey', 'dropBucket', 'the bucket it encrypts'],
  ['resultsBucketKey', 'resultsBucket', 'the bucket it encrypts'],
  ['cameraDomain', 'cameraCertificateArn', 'its certificate'],
  ['cameraCertificateArn', 'cameraDomain', 'the name it is for'],
] as const

function requireTogether(settings: Settings): Settings {
  const alone = TOGETHER.find(([one, other]) => settings[one] && settings[other] === undefined)
  if (!alone) return settings
  const [one, other, what] = alone
  throw new Error(`The setting ${one} is of no use without ${other}, ${what}.`)
}

/** The life of what both stacks make. */
export function retentionOf({ removalPolicy, logDays }: Settings): RetentionProps {
  return {
    ...(removalPolicy === 'destroy' && { removalPolicy: RemovalPolicy.DESTROY }),
    ...(logDays !== undefined && { logRetention: logDays as RetentionDays }),
  }
}

/** What the settings make of a pipeline in `scope`, apart from the service it drives. */
export function pipelineProps(
  scope: Construct,
  settings: Settings,
): Omit<DropPipelineProps, 'provider'> {
  const { recipes, dropBucket, drops, looks, budget, unitPrice, alarmTopicArn } = settings
  return {
    ...retentionOf(settings),
    recipes,
    dropBucket: bucketNamed(scope, 'GivenDropBucket', dropBucket, settings.dropBucketKey),
    results: resultsOf(scope, settings),
    keep: {
      dropped: inDays(settings.keepDroppedDays),
      formerVersions: inDays(settings.keepFormerVersionsDays),
      results: inDays(settings.keepResultsDays),
    },
    concurrency: { drops, looks },
    throttle: { perSecond: settings.webhookPerSecond, burst: settings.webhookBurst },
    spending: { ...(budget !== undefined && { budget: parseBudget(budget) }), unitPrice },
    ffmpegLayer: settings.ffmpegLayer,
    overrides: settings.overrides,
    notify: notifyOf(scope, settings),
    alarmLimits: {
      oldestFile: inMinutes(settings.oldestFileMinutes),
      stuckCallback: inMinutes(settings.stuckCallbackMinutes),
      failureShare: settings.failureShare,
      dollarsPerDay: settings.dollarsPerDay,
      unitsPerDay: settings.unitsPerDay,
    },
    alarmTopic: alarmTopicArn && Topic.fromTopicArn(scope, 'GivenAlarmTopic', alarmTopicArn),
  } as Omit<DropPipelineProps, 'provider'>
}

/** What the settings make of the camera module's site in `scope`. Throws for a name without its certificate. */
export function cameraProps(scope: Construct, settings: Settings): CameraSiteProps {
  const { cameraDomain: name, cameraCertificateArn: arn, cameraAccessLog: accessLog } = settings
  return {
    ...retentionOf(settings),
    accessLog,
    ...(name && {
      domain: {
        name,
        certificate: Certificate.fromCertificateArn(scope, 'GivenCertificate', arn ?? ''),
      },
    }),
  }
}

/** The service's secret, where one is given. */
export function importedSecret(scope: Construct, { serviceSecretArn: arn }: Settings) {
  return arn === undefined
    ? undefined
    : Secret.fromSecretCompleteArn(scope, 'GivenServiceSecret', arn)
}

function resultsOf(scope: Construct, settings: Settings) {
  const { resultsBucket, resultsPrefix: prefix, resultsInDropBucket: inDropBucket } = settings
  const key = settings.resultsBucketKey
  const bucket = bucketNamed(scope, 'GivenResultsBucket', resultsBucket, key)
  return {
    ...(bucket && { bucket }),
    ...(prefix && { prefix }),
    ...(inDropBucket && { inDropBucket }),
  }
}

function notifyOf(scope: Construct, settings: Settings) {
  const { notifyTopic: topic, notifyWebhook: url, notifySecretArn: arn } = settings
  return {
    topic: topic === 'true' ? true : topic && Topic.fromTopicArn(scope, 'GivenNoticeTopic', topic),
    webhook: url && {
      url,
      secret: arn && Secret.fromSecretCompleteArn(scope, 'GivenNoticeSecret', arn),
    },
    statuses: settings.notifyStatuses,
  }
}

function bucketNamed(
  scope: Construct,
  id: string,
  bucketName: string | undefined,
  key: string | undefined,
) {
  if (bucketName === undefined) return undefined
  const encryptionKey = key && Key.fromKeyArn(scope, `${id}Key`, key)
  return Bucket.fromBucketAttributes(scope, id, {
    bucketName,
    ...(encryptionKey && { encryptionKey }),
  })
}

function inDays(count: number | undefined) {
  return count === undefined ? undefined : Duration.days(count)
}

function inMinutes(count: number | undefined) {
  return count === undefined ? undefined : Duration.seconds(Math.round(count * 60))
}
