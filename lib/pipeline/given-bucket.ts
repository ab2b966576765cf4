import { Annotations, Stack, Token } from 'aws-cdk-lib'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Construct, type IConstruct } from 'constructs'
import type { AnyBucket } from '../constructs/any-bucket.ts'

/** What a pipeline needs of a bucket that was there before, and how its props name it. */
export type GivenBucket = {
  readonly prop: 'dropBucket' | 'results.bucket'
  /** Whether files are dropped there: it then has to tell EventBridge of them and should keep versions. */
  readonly dropped: boolean
}

/**
 * Looks at a bucket that was there before as far as a synthesis can: at where it is said to lie, and at the template of
 * one that is made in the same app. What only the account knows, `darkroom doctor` and `darkroom verify` say.
 * @throws Error for one in another region or account, whose events reach no rule of the pipeline
 */
export function lookAtBucket(scope: Construct, bucket: AnyBucket, given: GivenBucket): void {
  requireSamePlace(scope, bucket, given.prop, 'lies')
  if (bucket.encryptionKey) requireSamePlace(scope, bucket.encryptionKey, given.prop, 'has its key')
  const made = templateOf(bucket)
  if (!made) return
  const { path } = made.node
  // What the bucket tells and how it is encrypted may be said after the pipeline is made.
  scope.node.addValidation({
    validate: () => [
      ...(given.dropped && !announces(made)
        ? [
            `${given.prop}: ${path} does not tell EventBridge of its objects, so that no drop would begin a job. Make ` +
              'it with eventBridgeEnabled: true.',
          ]
        : []),
      ...(usesKey(made) && !bucket.encryptionKey
        ? [
            `${given.prop}: ${path} is encrypted with a key that it does not name as encryptionKey, so that the ` +
              'pipeline could not be allowed to use it.',
          ]
        : []),
    ],
  })
  if (given.dropped && !keepsVersions(made)) {
    Annotations.of(scope).addWarningV2(
      'darkroom:dropBucketVersions',
      `${given.prop}: ${path} keeps no versions. A file that is overwritten before its job has read it is lost; make it ` +
        'with versioned: true.',
    )
  }
}

function requireSamePlace(
  scope: Construct,
  { env }: { readonly env?: { readonly region: string; readonly account: string } },
  prop: string,
  lies: string,
): void {
  const { region, account } = Stack.of(scope)
  const differs = (own: string, given: string | undefined) =>
    given !== undefined && ![own, given].some(Token.isUnresolved) && own !== given
  const other = differs(region, env?.region)
    ? `${env?.region}, and the pipeline in ${region}`
    : differs(account, env?.account)
      ? `the account ${env?.account}, and the pipeline in ${account}`
      : undefined
  if (other === undefined) return
  throw new Error(
    `${prop} ${lies} in ${other}. S3 tells EventBridge of its own account and region alone.`,
  )
}

/** The bucket as it is in a template of this app; undefined for one that is only named. */
function templateOf(bucket: AnyBucket): CfnBucket | undefined {
  if (!Construct.isConstruct(bucket)) return undefined
  const made = (bucket as IConstruct).node.defaultChild
  return made instanceof CfnBucket ? made : undefined
}

/**
 * Whether a deployment leaves EventBridge on. Notifications to functions, queues and topics are a resource of the
 * construct library that replaces all of what the bucket's own property says.
 */
function announces(made: CfnBucket): boolean {
  const stack = Stack.of(made)
  const replaced = made.node.scope?.node
    .tryFindChild('Notifications')
    ?.node.tryFindChild('Resource')
  const properties = stack.resolve(
    replaced
      ? (replaced as unknown as { _toCloudFormation(): object })._toCloudFormation()
      : made.notificationConfiguration,
  ) as object | undefined
  return /"eventBridge(?:Configuration|Enabled)":(?!false)/i.test(JSON.stringify(properties ?? {}))
}

function keepsVersions(made: CfnBucket): boolean {
  const configuration = Stack.of(made).resolve(made.versioningConfiguration)
  return (configuration as { status?: string } | undefined)?.status === 'Enabled'
}

function usesKey(made: CfnBucket): boolean {
  return /"kmsMasterKeyId":/i.test(
    JSON.stringify(Stack.of(made).resolve(made.bucketEncryption) ?? {}),
  )
}
