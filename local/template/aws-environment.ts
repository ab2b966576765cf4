/** Where a local run is, in AWS's terms, and where its endpoints are. */
export type AwsEnvironment = {
  readonly region: string
  /** Twelve digits. */
  readonly account: string
  /** Origin of the SQS endpoint, no slash at the end; queue URLs start with it. */
  readonly sqsUrl: () => string
  /** Origin of an HTTP API by its id, no slash at the end; undefined for an id that is not ours. */
  readonly apiUrl: (apiId: string) => string | undefined
}

export const PARTITION = 'aws'
export const URL_SUFFIX = 'amazonaws.com'

/**
 * Replaces the address AWS would give one of our HTTP APIs by the local one. CDK forms a stage's URL by joining the
 * API's id with a host name, so it cannot be answered attribute by attribute.
 */
export function localizeUrls(text: string, place: AwsEnvironment): string {
  return text.replaceAll(
    /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com/g,
    (whole, apiId: string) => place.apiUrl(apiId) ?? whole,
  )
}
