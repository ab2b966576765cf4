import { Duration } from 'aws-cdk-lib'
import { AttributeType, ProjectionType } from 'aws-cdk-lib/aws-dynamodb'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { KEEP_DAYS } from '../../catalog/recipe.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { LedgerTable } from '../constructs/ledger-table.ts'

/** Where results lie. */
export type ResultsPlace = {
  /** The first part of their keys, with a slash at its end. */
  readonly prefix: string
  /** Whether they lie in the bucket files are dropped into, and not in one of their own. */
  readonly inDropBucket: boolean
}

/** The parts of the drop bucket the pipeline reads. */
const READ_PREFIXES = ['drop/', 'recipes/', 'inputs/', 'batches/', 'files/']

/** A result that lies where files are dropped would begin a job, whose result would begin the next, without end. */
export const refuseOverlap = ({ prefix, inDropBucket }: ResultsPlace): void => {
  if (!/^[^/].*\/$/.test(prefix)) {
    throw new Error(`results.prefix must end in a slash and not begin with one: "${prefix}".`)
  }
  const met = READ_PREFIXES.find((read) => prefix.startsWith(read) || read.startsWith(prefix))
  if (inDropBucket && met) {
    throw new Error(`results.prefix "${prefix}" overlaps with "${met}" of the same bucket.`)
  }
}

/** What the pipeline keeps: the dropped files and recipes, the results, the jobs, the inbox, the service's secret. */
export class PipelineStores extends Construct {
  /** `drop/<recipe>/…` and `recipes/<name>.json`. */
  readonly drop = new GuardedBucket(this, 'Drop', {
    versioned: true,
    announces: true,
    lifecycleRules: [
      {
        abortIncompleteMultipartUploadAfter: Duration.days(2),
        noncurrentVersionExpiration: Duration.days(30),
      },
    ],
  })
  /** `results/<job>/…`, the receipt among them. */
  readonly results: Bucket
  readonly jobs = new LedgerTable(this, 'Jobs', { key: 'id' })
  readonly inbox = new LedgerTable(this, 'Inbox', { key: 'id' })
  /** JSON with `apiKey` and `webhookSecret`; holds nothing usable until `darkroom connect` or an operator sets it. */
  readonly secret = new Secret(this, 'ServiceSecret', {
    description: 'Darkroom: the key of the task service and the secret of its webhooks.',
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ apiKey: 'unset' }),
      generateStringKey: 'webhookSecret',
    },
  })

  constructor(scope: Construct, id: string, { prefix, inDropBucket }: ResultsPlace) {
    super(scope, id)
    this.results = inDropBucket ? this.drop : new GuardedBucket(this, 'Results')
    for (const days of KEEP_DAYS) {
      this.results.addLifecycleRule({
        prefix,
        tagFilters: { 'keep-days': String(days) },
        expiration: Duration.days(days),
      })
    }
    this.jobs.addGlobalSecondaryIndex({
      indexName: 'byDay',
      partitionKey: { name: 'day', type: AttributeType.STRING },
      sortKey: { name: 'createdAt', type: AttributeType.STRING },
      projectionType: ProjectionType.ALL,
    })
    acknowledge(
      this.secret,
      'SMG4',
      'The value is a key of another system: rotating it is making a key there and setting it here.',
    )
  }
}
