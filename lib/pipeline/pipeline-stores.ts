import { Duration } from 'aws-cdk-lib'
import { AttributeType, ProjectionType } from 'aws-cdk-lib/aws-dynamodb'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { LedgerTable } from '../constructs/ledger-table.ts'

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
  readonly results = new GuardedBucket(this, 'Results')
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

  constructor(scope: Construct, id: string) {
    super(scope, id)
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
