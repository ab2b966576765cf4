import { Duration } from 'aws-cdk-lib'
import { AttributeType, ProjectionType } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { RecordTable } from '../constructs/record-table.ts'

/** What the service keeps: tasks, keys, units, webhooks, counts of requests, and for 30 days the files themselves. */
export class ServiceStores extends Construct {
  readonly tasks = new RecordTable(this, 'Tasks', { key: 'id' })
  readonly keys = new RecordTable(this, 'Keys', { key: 'hash' })
  readonly units = new RecordTable(this, 'Units', { key: 'account', sort: 'entry' })
  /** Endpoints and deliveries by their owner. */
  readonly webhooks = new RecordTable(this, 'Webhooks', { key: 'owner', sort: 'entry' })
  /** Requests by key and address; an item lives for minutes. */
  readonly limits = new RecordTable(this, 'Limits', { key: 'id' })
  /** `uploads/…`, `results/…`, and `segments/…` while several workers share a video. */
  readonly files: GuardedBucket

  /** @param pageOrigins whose pages may PUT to upload slots and GET results by presigned URL. @default none */
  constructor(scope: Construct, id: string, pageOrigins: readonly string[] = []) {
    super(scope, id)
    this.files = new GuardedBucket(this, 'Files', {
      pageOrigins,
      // Files that slots take after their task was deleted are removed.
      announces: true,
      lifecycleRules: [
        {
          expiration: Duration.days(30),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        // What workers of a video share leaves with its task, on which work takes an hour at most.
        { prefix: 'segments/', expiration: Duration.days(1) },
      ],
    })
    this.tasks.addGlobalSecondaryIndex({
      indexName: 'byAccount',
      partitionKey: { name: 'account', type: AttributeType.STRING },
      sortKey: { name: 'createdAt', type: AttributeType.NUMBER },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['feature', 'stage', 'status', 'units', 'error', 'finishedAt', 'deletedAt'],
    })
    // These two hold only what is under way: an item leaves the index with the attribute.
    this.tasks.addGlobalSecondaryIndex({
      indexName: 'open',
      partitionKey: { name: 'open', type: AttributeType.STRING },
      sortKey: { name: 'createdAt', type: AttributeType.NUMBER },
      projectionType: ProjectionType.KEYS_ONLY,
    })
    this.webhooks.addGlobalSecondaryIndex({
      indexName: 'pending',
      partitionKey: { name: 'pending', type: AttributeType.STRING },
      sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['account', 'eventId', 'endpointId', 'attempt'],
    })
  }

  /** The variables by which functions know these stores. */
  environment(...names: (keyof ReturnType<ServiceStores['all']>)[]): Record<string, string> {
    const all = this.all()
    return Object.fromEntries(names.map((name) => [name, all[name]]))
  }

  private all() {
    return {
      TASKS_TABLE: this.tasks.tableName,
      KEYS_TABLE: this.keys.tableName,
      UNITS_TABLE: this.units.tableName,
      WEBHOOKS_TABLE: this.webhooks.tableName,
      LIMITS_TABLE: this.limits.tableName,
      FILES_BUCKET: this.files.bucketName,
    }
  }
}
