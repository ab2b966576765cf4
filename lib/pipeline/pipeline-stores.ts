import { Duration } from 'aws-cdk-lib'
import { AttributeType, ProjectionType } from 'aws-cdk-lib/aws-dynamodb'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { PREVIEW_DAYS, PREVIEWS_PREFIX } from '../../catalog/console/pictures.ts'
import { SOURCE_PREFIXES } from '../../catalog/recipe/shape/key-prefixes.ts'
import { KEEP_DAYS } from '../../catalog/recipe/shape/recipe.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import type { AnySecret } from '../constructs/any-secret.ts'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { RecordTable } from '../constructs/record-table.ts'
import { lookAtBucket } from './given-bucket.ts'
import { PREPARED_PREFIX, READ_PREFIXES } from './object-reads.ts'

/** Where results lie. */
export type ResultsLocation = {
  /** The first part of their keys, with a slash at its end. */
  readonly prefix: string
  /** Whether they lie in the bucket files are dropped into, and not in one of their own. */
  readonly inDropBucket: boolean
}

/** A job may take two days, and start again from where it failed. */
const PREPARED_DAYS = 7

/** A result that lies where files are dropped would begin a job, whose result would begin the next, without end. */
export function requireNoOverlap({ prefix, inDropBucket }: ResultsLocation): void {
  if (!/^[^/].*\/$/.test(prefix)) {
    throw new Error(`results.prefix must end in a slash and not begin with one: "${prefix}".`)
  }
  const meets = (kept: string) => prefix.startsWith(kept) || kept.startsWith(prefix)
  const met = [PREPARED_PREFIX, PREVIEWS_PREFIX, ...(inDropBucket ? READ_PREFIXES : [])].find(meets)
  if (met) {
    throw new Error(`results.prefix "${prefix}" overlaps with "${met}" of the same bucket.`)
  }
}

/** Buckets and a secret that were there before, and how long files stay. */
export type PipelineStoresProps = {
  readonly results: ResultsLocation
  readonly dropBucket?: AnyBucket | undefined
  readonly resultsBucket?: AnyBucket | undefined
  readonly secret?: AnySecret | undefined
  readonly keep: RecordRetentionProps
  /** Origins whose pages may use presigned URLs. @default none */
  readonly pageOrigins?: readonly string[] | undefined
}

/** How long files stay in buckets the pipeline makes. */
export type RecordRetentionProps = {
  /** Dropped files, from their drop on. @default until somebody deletes them */
  readonly dropped?: Duration | undefined
  /** Former versions of what was overwritten or deleted in the drop bucket. @default 30 days */
  readonly formerVersions?: Duration | undefined
  /** Results and receipts, from their making on; a recipe may keep its own for a shorter time. @default for ever */
  readonly results?: Duration | undefined
}

/** What the pipeline keeps: the dropped files and recipes, the results, the jobs, the inbox, the service's secret. */
export class PipelineStores extends Construct {
  /** `drop/<recipe>/…` and `recipes/<name>.json`. */
  readonly drop: AnyBucket
  /** `results/<job>/…`, the receipt among them. */
  readonly results: AnyBucket
  readonly jobs = new RecordTable(this, 'Jobs', { key: 'id' })
  readonly inbox = new RecordTable(this, 'Inbox', { key: 'id' })
  /** What the pipeline's metrics are found under: its place in the app, which no other pipeline has. */
  readonly pipelineName: string
  /** JSON with `apiKey` and `webhookSecret`; one made here holds nothing usable until it is set. */
  readonly secret: AnySecret

  constructor(scope: Construct, id: string, props: PipelineStoresProps) {
    super(scope, id)
    this.pipelineName = scope.node.path
    const { results, keep, dropBucket, resultsBucket, pageOrigins } = props
    if (dropBucket) lookAtBucket(this, dropBucket, { prop: 'dropBucket', dropped: true })
    if (resultsBucket) lookAtBucket(this, resultsBucket, { prop: 'results.bucket', dropped: false })
    const drop = dropBucket ? undefined : this.makeDrop(keep, pageOrigins)
    this.drop = dropBucket ?? (drop as AnyBucket)
    const made = results.inDropBucket ? drop : this.makeResults(resultsBucket, pageOrigins)
    this.results = made ?? resultsBucket ?? this.drop
    if (made) expireResults(made, results.prefix, keep)
    this.secret = props.secret ?? this.makeSecret()
    // By date all jobs, and those that wait for the budget.
    for (const [indexName, name] of [
      ['byDay', 'day'],
      ['parked', 'waits'],
    ] as const) {
      this.jobs.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name, type: AttributeType.STRING },
        sortKey: { name: 'createdAt', type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
      })
    }
  }

  private makeDrop(
    { dropped, formerVersions = Duration.days(30) }: RecordRetentionProps,
    pageOrigins: readonly string[] | undefined,
  ): GuardedBucket {
    const bucket = new GuardedBucket(this, 'Drop', {
      pageOrigins,
      versioned: true,
      announces: true,
      lifecycleRules: [
        {
          abortIncompleteMultipartUploadAfter: Duration.days(2),
          noncurrentVersionExpiration: formerVersions,
        },
      ],
    })
    for (const prefix of dropped ? [...SOURCE_PREFIXES, 'batches/'] : []) {
      bucket.addLifecycleRule({ prefix, expiration: dropped as Duration })
    }
    return bucket
  }

  private makeResults(
    given: AnyBucket | undefined,
    pageOrigins: readonly string[] | undefined,
  ): GuardedBucket | undefined {
    return given ? undefined : new GuardedBucket(this, 'Results', { pageOrigins })
  }

  private makeSecret(): Secret {
    const secret = new Secret(this, 'ServiceSecret', {
      description: 'Darkroom: the key of the task service and the secret of its webhooks.',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: 'unset' }),
        generateStringKey: 'webhookSecret',
      },
    })
    acknowledge(
      secret,
      'SMG4',
      'The value is a key of another system: rotating it is making a key there and setting it here.',
    )
    return secret
  }
}

/** What recipes keep for some days only, and what nobody keeps for longer than `keep` says, leaves. */
function expireResults(
  bucket: GuardedBucket,
  prefix: string,
  { results }: RecordRetentionProps,
): void {
  for (const days of KEEP_DAYS) {
    bucket.addLifecycleRule({
      prefix,
      tagFilters: { 'keep-days': String(days) },
      expiration: Duration.days(days),
    })
  }
  if (results) bucket.addLifecycleRule({ prefix, expiration: results })
  expirePreviews(bucket, results)
  bucket.addLifecycleRule({
    prefix: PREPARED_PREFIX,
    expiration: Duration.days(PREPARED_DAYS),
    abortIncompleteMultipartUploadAfter: Duration.days(1),
  })
}

/** A preview stays no longer than the result it shows. */
function expirePreviews(bucket: GuardedBucket, results: Duration | undefined): void {
  const most = Math.min(PREVIEW_DAYS, results?.toDays() ?? PREVIEW_DAYS)
  for (const days of KEEP_DAYS.filter((kept) => kept < most)) {
    bucket.addLifecycleRule({
      prefix: PREVIEWS_PREFIX,
      tagFilters: { 'keep-days': String(days) },
      expiration: Duration.days(days),
    })
  }
  bucket.addLifecycleRule({
    prefix: PREVIEWS_PREFIX,
    expiration: Duration.days(most),
    abortIncompleteMultipartUploadAfter: Duration.days(1),
  })
}
