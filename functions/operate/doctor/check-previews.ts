import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { PREVIEW_DAYS, PREVIEWS_PREFIX } from '../../../catalog/console/pictures.ts'
import type { Finding } from './finding.ts'
import { shellWord } from './shell-word.ts'
import type { Site } from './site.ts'

/**
 * Whether a results bucket that was there before the pipeline ends what the console shows of its files; a bucket that
 * the pipeline made has a rule of its own.
 */
export async function checkPreviews({ pipeline: { s3, at }, account }: Site): Promise<Finding[]> {
  if (account?.consoleOrigin === undefined) return []
  const { resultsBucket: Bucket } = at
  if ((await account.buckets()).includes(Bucket)) return []
  const [, , , , ExpectedBucketOwner = ''] = at.stateMachineArn.split(':')
  const rules = await s3
    .send(new GetBucketLifecycleConfigurationCommand({ Bucket, ExpectedBucketOwner }))
    .then(({ Rules = [] }) => Rules)
    .catch(noRules)
  if (rules.some(endsPreviews)) return []
  const own = {
    ID: 'darkroom-previews',
    Status: 'Enabled',
    Filter: { Prefix: PREVIEWS_PREFIX },
    Expiration: { Days: PREVIEW_DAYS },
  }
  // The command writes all rules of a bucket, so that it repeats those that it has.
  const configuration = shellWord(JSON.stringify({ Rules: [...rules, own] }))
  return [
    {
      level: 'warning',
      check: 'console',
      says: `${Bucket} keeps the console’s small pictures below ${PREVIEWS_PREFIX} for ever.`,
      todo:
        `Run \`aws s3api put-bucket-lifecycle-configuration --bucket ${Bucket} ` +
        `--lifecycle-configuration ${configuration}\`.`,
    },
  ]
}

/** A bucket without rules has no configuration at all. */
function noRules(error: unknown): LifecycleRule[] {
  if (error instanceof S3ServiceException && error.name === 'NoSuchLifecycleConfiguration')
    return []
  throw error
}

/** A rule for some objects below the prefix, by a tag or their size, leaves the others. */
function endsPreviews({ Status, Expiration, Filter, Prefix }: LifecycleRule): boolean {
  const narrow = ['And', 'Tag', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan'] as const
  return (
    Status === 'Enabled' &&
    (Expiration?.Days !== undefined || Expiration?.Date !== undefined) &&
    narrow.every((name) => Filter?.[name] === undefined) &&
    PREVIEWS_PREFIX.startsWith(Filter?.Prefix ?? Prefix ?? '')
  )
}
