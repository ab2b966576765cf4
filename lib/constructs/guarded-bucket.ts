import { RemovalPolicy } from 'aws-cdk-lib'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { PAGE_CORS } from '../../catalog/console/page-cors.ts'
import { acknowledge } from './acknowledge.ts'

export type GuardedBucketProps = {
  /** Keeps every version of an object. @default false */
  readonly versioned?: boolean
  /** Tells EventBridge of every object, whatever else it is made to tell. @default false */
  readonly announces?: boolean
  readonly lifecycleRules?: LifecycleRule[]
  /** Whether a service of AWS is let in by an access control list. @default false */
  readonly takesAccessControlLists?: boolean
  /** Origins whose pages may use presigned URLs, such as `https://studio.example`. @default none */
  readonly pageOrigins?: readonly string[] | undefined
}

/** A private, encrypted bucket that takes TLS only and outlives its stack. */
export class GuardedBucket extends Bucket {
  private readonly announces: boolean

  constructor(scope: Construct, id: string, props: GuardedBucketProps = {}) {
    super(scope, id, {
      versioned: props.versioned ?? false,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      objectOwnership: props.takesAccessControlLists
        ? ObjectOwnership.BUCKET_OWNER_PREFERRED
        : ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      lifecycleRules: props.lifecycleRules ?? [],
      ...(props.pageOrigins?.length && {
        cors: [
          {
            allowedOrigins: [...props.pageOrigins],
            allowedMethods: PAGE_CORS.AllowedMethods.map((method) => HttpMethods[method]),
            allowedHeaders: [...PAGE_CORS.AllowedHeaders],
            exposedHeaders: [...PAGE_CORS.ExposeHeaders],
            maxAge: PAGE_CORS.MaxAgeSeconds,
          },
        ],
      }),
    })
    this.announces = props.announces ?? false
    if (this.announces) this.announce()
    acknowledge(
      this,
      'S1',
      'Access logs would need one more bucket per account; CloudTrail data events serve whoever must have them.',
    )
  }

  /** The library's resource for notifications replaces all that the bucket tells, EventBridge with it. */
  override addEventNotification(...given: Parameters<Bucket['addEventNotification']>): void {
    super.addEventNotification(...given)
    if (this.announces) this.enableEventBridgeNotification()
  }

  /**
   * By the plain property: the construct library's own switch would add a custom resource with a function and a role.
   */
  private announce(): void {
    const bucket = this.node.defaultChild as CfnBucket
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
  }
}
