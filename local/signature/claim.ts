/** What a request says about its own signature in its header or its query, before it is verified. */
export type Claim = {
  form: 'header' | 'query'
  accessKeyId: string
  /** `YYYYMMDD` of the credential scope. */
  scopeDate: string
  region: string
  service: string
  /** `YYYYMMDDTHHMMSSZ`. */
  timestamp: string
  signedHeaders: string[]
  /** 64 hex digits. */
  signature: string
  /** The lifetime of a presigned URL in seconds. */
  expires?: number
}

/** `date/region/service/aws4_request`, the credential scope in the string to sign. */
export function claimScope(claim: Claim): string {
  return `${claim.scopeDate}/${claim.region}/${claim.service}/aws4_request`
}

/** The parts of `Credential=`, or undefined when its form is wrong. */
export function parseCredential(
  text: string,
): Pick<Claim, 'accessKeyId' | 'scopeDate' | 'region' | 'service'> | undefined {
  const match = /^([^/]{1,128})\/(\d{8})\/([\w-]{1,64})\/([\w-]{1,64})\/aws4_request$/.exec(text)
  if (match === null) {
    return undefined
  }
  const [, accessKeyId = '', scopeDate = '', region = '', service = ''] = match
  return { accessKeyId, scopeDate, region, service }
}

/** Milliseconds of a `YYYYMMDDTHHMMSSZ` timestamp, or NaN. */
export function parseTimestamp(timestamp: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp)
  if (match === null) {
    return Number.NaN
  }
  const [, year, month, day, hour, minute, second] = match
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
