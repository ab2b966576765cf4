import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { GuardedBucket } from '../constructs/guarded-bucket.ts'
import { LedgerTable } from '../constructs/ledger-table.ts'

/** What the service keeps: tasks, keys, units, webhooks, and for 30 days the files and results themselves. */
export class ServiceStores extends Construct {
  readonly tasks = new LedgerTable(this, 'Tasks', { key: 'id' })
  readonly keys = new LedgerTable(this, 'Keys', { key: 'hash' })
  readonly units = new LedgerTable(this, 'Units', { key: 'account', sort: 'entry' })
  /** Endpoints and deliveries by their owner. */
  readonly webhooks = new LedgerTable(this, 'Webhooks', { key: 'owner', sort: 'entry' })
  /** `uploads/…` and `results/…`. */
  readonly files = new GuardedBucket(this, 'Files', {
    lifecycleRules: [
      {
        expiration: Duration.days(30),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  })

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
      FILES_BUCKET: this.files.bucketName,
    }
  }
}
