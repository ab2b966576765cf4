import { RemovalPolicy } from 'aws-cdk-lib'
import { type Attribute, AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'

export type RecordTableProps = {
  /** Name of the partition key, a string. */
  readonly key: string
  /** Name of the sort key, a string. @default none */
  readonly sort?: string
}

/**
 * A table that keeps records: paid per request, restorable to any second of the last 35 days, kept when the stack
 * goes, with items leaving at the epoch second in `expiresAt`.
 */
export class RecordTable extends Table {
  constructor(scope: Construct, id: string, { key, sort }: RecordTableProps) {
    super(scope, id, {
      partitionKey: text(key),
      ...(sort && { sortKey: text(sort) }),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: 'expiresAt',
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }
}

function text(name: string): Attribute {
  return { name, type: AttributeType.STRING }
}
