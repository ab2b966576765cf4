import {
  GetBucketEncryptionCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Finding } from './finding.ts'
import { shellWord } from './shell-word.ts'
import type { Site } from './site.ts'

const check = 'buckets'

/** A bucket of a pipeline, and the setting that names it. */
type Looked = {
  Bucket: string
  setting: 'dropBucket' | 'resultsBucket'
  ExpectedBucketOwner: string
}

/**
 * Whether the pipeline's buckets, which may have been there before it, do what it needs of them: lie in its region and
 * account, tell EventBridge of what is dropped, keep versions, and have no key that its functions may not use.
 */
export async function checkBuckets(site: Site): Promise<Finding[]> {
  const { dropBucket, resultsBucket, stateMachineArn } = site.pipeline.at
  const [, , , , ExpectedBucketOwner = ''] = stateMachineArn.split(':')
  const drop: Looked = { Bucket: dropBucket, setting: 'dropBucket', ExpectedBucketOwner }
  const results: Looked = { ...drop, Bucket: resultsBucket, setting: 'resultsBucket' }
  const found = [
    ...(await findingsOf(site, drop)),
    ...(resultsBucket === dropBucket ? [] : await findingsOf(site, results)),
  ]
  if (found.length > 0) return found
  return [
    { level: 'ok', check, says: `${dropBucket} tells EventBridge of drops and keeps versions.` },
  ]
}

async function findingsOf(site: Site, bucket: Looked): Promise<Finding[]> {
  const elsewhere = await placeFinding(site, bucket)
  if (elsewhere) return [elsewhere]
  const looks =
    bucket.setting === 'dropBucket' ? [keyFinding, toldFinding, versionsFinding] : [keyFinding]
  const found = await Promise.all(looks.map((look) => look(site, bucket)))
  return found.filter((finding) => finding !== undefined)
}

function problem(says: string, todo: string): Finding {
  return { level: 'problem', check, says, todo }
}

/** S3 tells EventBridge in the bucket's account and region, where rules of a pipeline elsewhere hear nothing. */
async function placeFinding(
  { pipeline: { s3, at } }: Site,
  { Bucket, setting, ExpectedBucketOwner }: Looked,
): Promise<Finding | undefined> {
  const [, , , own = ''] = at.stateMachineArn.split(':')
  const todo =
    `Deploy the pipeline where the bucket is, or name another with \`-c ${setting}=…\`; ` +
    'S3 replicates objects into a bucket of the pipeline’s own region and account, too.'
  const regionFinding = (region: string | undefined) =>
    region === undefined || region === own
      ? undefined
      : problem(`${Bucket} lies in ${region}, and the pipeline in ${own}.`, todo)
  try {
    const { BucketRegion } = await s3.send(new HeadBucketCommand({ Bucket, ExpectedBucketOwner }))
    return regionFinding(BucketRegion)
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    const { httpStatusCode: status } = error.$metadata
    if (status === 404) return problem(`The bucket ${Bucket} does not exist.`, todo)
    const moved = regionFinding(error.$response?.headers['x-amz-bucket-region'])
    if (status === 301 && moved) return moved
    // A wrong owner and a missing right are answered alike; the first is none where no owner is expected.
    if (status !== 403) throw error
    const reached = await s3.send(new HeadBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    )
    if (!reached) throw error
    return problem(`${Bucket} belongs to another account than ${ExpectedBucketOwner}.`, todo)
  }
}

/** Without it no drop begins a job. The command writes all of what a bucket tells, so that it repeats what it has. */
async function toldFinding(
  { pipeline: { s3 } }: Site,
  { Bucket, ExpectedBucketOwner }: Looked,
): Promise<Finding | undefined> {
  const { $metadata: _, ...told } = await s3.send(
    new GetBucketNotificationConfigurationCommand({ Bucket, ExpectedBucketOwner }),
  )
  if (told.EventBridgeConfiguration) return undefined
  const configuration = JSON.stringify({ ...told, EventBridgeConfiguration: {} })
  return problem(
    `${Bucket} does not tell EventBridge of its objects, so that no drop begins a job.`,
    `Run \`aws s3api put-bucket-notification-configuration --bucket ${Bucket} --notification-configuration ` +
      `${shellWord(configuration)}\`, then drop the files again that nothing became of.`,
  )
}

async function versionsFinding(
  { pipeline: { s3 } }: Site,
  { Bucket, ExpectedBucketOwner }: Looked,
): Promise<Finding | undefined> {
  const { Status } = await s3.send(new GetBucketVersioningCommand({ Bucket, ExpectedBucketOwner }))
  if (Status === 'Enabled') return undefined
  return {
    level: 'warning',
    check,
    says: `${Bucket} keeps no versions: a file that is overwritten before its job has read it is lost.`,
    todo: `Run \`aws s3api put-bucket-versioning --bucket ${Bucket} --versioning-configuration Status=Enabled\`.`,
  }
}

/** A local run encrypts nothing. S3’s own key, `aws/s3`, may be used by whoever may use the objects. */
async function keyFinding(
  { pipeline: { s3 }, account }: Site,
  { Bucket, setting, ExpectedBucketOwner }: Looked,
): Promise<Finding | undefined> {
  if (!account) return undefined
  const { ServerSideEncryptionConfiguration } = await s3.send(
    new GetBucketEncryptionCommand({ Bucket, ExpectedBucketOwner }),
  )
  const [rule] = ServerSideEncryptionConfiguration?.Rules ?? []
  const { KMSMasterKeyID: key } = rule?.ApplyServerSideEncryptionByDefault ?? {}
  if (key === undefined || /(?:^|:)alias\/aws\/s3$/.test(key)) return undefined
  const told = account.keys[setting]
  // An alias says nothing of the key behind it.
  if (told !== undefined && (told === key || told.endsWith(`/${key}`) || /alias\//.test(key))) {
    return undefined
  }
  return problem(
    `${Bucket} is encrypted with ${key}, which the pipeline may not use${told ? `: it was given ${told}` : ''}.`,
    `Deploy with \`-c ${setting}Key=<ARN of the key>\`, and see that the key’s policy lets roles of this account use it.`,
  )
}
