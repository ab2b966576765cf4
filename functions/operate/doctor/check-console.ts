import { type CORSRule, GetBucketCorsCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { PAGE_CORS } from '../../../catalog/console/page-cors.ts'
import { checkPreviews } from './check-previews.ts'
import type { Finding } from './finding.ts'
import { shellWord } from './shell-word.ts'
import type { Site } from './site.ts'

const check = 'console'

/**
 * Whether both buckets let the console's page use them, and end what it keeps there; nothing where there is no console,
 * or it runs here.
 */
export async function checkConsole(site: Site): Promise<Finding[]> {
  const { account, pipeline } = site
  const origin = account?.consoleOrigin
  if (!account || origin === undefined) return []
  const { dropBucket, resultsBucket } = pipeline.at
  const own = await account.buckets()
  const found = await checkPreviews(site)
  for (const bucket of new Set([dropBucket, resultsBucket])) {
    const rules = await rulesOf(site, bucket)
    if (letsIn(rules, origin)) continue
    found.push({
      level: 'warning',
      check,
      says: `${bucket} does not let the console’s page in: large pictures, downloads and uploads fail there.`,
      todo: own.includes(bucket)
        ? `Deploy the pipeline with \`-c consoleOrigin=${origin}\`.`
        : command(bucket, [...rules, { AllowedOrigins: [origin], ...PAGE_CORS_RULE }]),
    })
  }
  if (found.length > 0) return found
  return [{ level: 'ok', check, says: `The buckets let the page of ${origin} in.` }]
}

const PAGE_CORS_RULE = {
  AllowedMethods: [...PAGE_CORS.AllowedMethods],
  AllowedHeaders: [...PAGE_CORS.AllowedHeaders],
  ExposeHeaders: [...PAGE_CORS.ExposeHeaders],
  MaxAgeSeconds: PAGE_CORS.MaxAgeSeconds,
}

/** The command writes all rules of a bucket, so that it repeats those that it has. */
function command(bucket: string, CORSRules: CORSRule[]): string {
  const configuration = shellWord(JSON.stringify({ CORSRules }))
  return `Run \`aws s3api put-bucket-cors --bucket ${bucket} --cors-configuration ${configuration}\`.`
}

async function rulesOf({ pipeline: { s3, at } }: Site, Bucket: string): Promise<CORSRule[]> {
  const [, , , , ExpectedBucketOwner = ''] = at.stateMachineArn.split(':')
  try {
    const { CORSRules = [] } = await s3.send(
      new GetBucketCorsCommand({ Bucket, ExpectedBucketOwner }),
    )
    return CORSRules
  } catch (error) {
    // A bucket without rules has no configuration at all.
    if (error instanceof S3ServiceException && error.name === 'NoSuchCORSConfiguration') return []
    throw error
  }
}

/** Of several rules the first that matches counts for a request, so that each method may have one of its own. */
function letsIn(rules: readonly CORSRule[], origin: string): boolean {
  return PAGE_CORS.AllowedMethods.every((method) => {
    const rule = rules.find(
      ({ AllowedOrigins = [], AllowedMethods = [], AllowedHeaders = [] }) =>
        AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
        AllowedMethods.includes(method) &&
        PAGE_CORS.AllowedHeaders.every((header) => AllowedHeaders.includes(header)),
    )
    return PAGE_CORS.ExposeHeaders.every((header) =>
      rule?.ExposeHeaders?.some((each) => each.toLowerCase() === header.toLowerCase()),
    )
  })
}

/** An origin of a rule may hold one `*`. */
function matches(pattern: string, origin: string): boolean {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === origin
  const longEnough = origin.length >= before.length + after.length
  return longEnough && origin.startsWith(before) && origin.endsWith(after)
}
