/** What a request says about its own signature, read from its header or its query, not yet believed. */
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
  /** Seconds a presigned URL lives. */
  expires?: number
}

/** `date/region/service/aws4_request`, the scope that the string to sign names. */
export function claimScope(claim: Claim): string {
  return `${claim.scopeDate}/${claim.region}/${claim.service}/aws4_request`
}

/** The parts of `Credential=`, or undefined when it has not the shape of one. */
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
