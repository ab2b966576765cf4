/** A presigned URL of S3 without its signature, and the epoch seconds at which S3 refuses it. */
export type PresignedUrl = { unsigned: string; end: number }

/** The query parameters of Signature Version 4, in lower case (Amazon S3 API Reference, "Query parameters"). */
const VERSION_4 = [
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
]

/** Those of Signature Version 2, which some clients presign with (Amazon S3 API Reference, "REST authentication"). */
const VERSION_2 = ['awsaccesskeyid', 'expires', 'signature', 'x-amz-security-token']

/**
 * Reads a URL that S3 presigned, by either version of its signature; undefined for any other text. What is not part of
 * the signature stays byte for byte, so that two URLs of one object are equal without it.
 */
export function parsePresignedUrl(text: string): PresignedUrl | undefined {
  const [, place, query, fragment] = /^(https?:\/\/[^?#]+)\?([^#]*)(#.*)?$/i.exec(text) ?? []
  if (place === undefined || query === undefined) return undefined
  const fields = query.split('&')
  const values = new Map(fields.map((field) => [nameOf(field), field.replace(/[^=]*=?/, '')]))
  const end = endOf4(values) ?? endOf2(values)
  if (end === undefined) return undefined
  const own = values.has('x-amz-signature') ? VERSION_4 : VERSION_2
  const rest = fields.filter((field) => !own.includes(nameOf(field)))
  const kept = rest.length > 0 ? `?${rest.join('&')}` : ''
  return { unsigned: `${place}${kept}${fragment ?? ''}`, end }
}

function nameOf(field: string): string {
  return field.replace(/=.*/s, '').toLowerCase()
}

function endOf4(values: ReadonlyMap<string, string>): number | undefined {
  if (!values.has('x-amz-signature')) return undefined
  const [, ...at] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(values.get('x-amz-date') ?? '') ?? []
  const [year = 0, month = 0, ...rest] = at.map(Number)
  const seconds = wholeOf(values.get('x-amz-expires'))
  if (at.length === 0 || seconds === undefined) return undefined
  return Date.UTC(year, month - 1, ...rest) / 1000 + seconds
}

function endOf2(values: ReadonlyMap<string, string>): number | undefined {
  const isSigned = values.has('signature') && values.has('awsaccesskeyid')
  return isSigned ? wholeOf(values.get('expires')) : undefined
}

function wholeOf(text: string | undefined): number | undefined {
  return text && /^\d{1,11}$/.test(text) ? Number(text) : undefined
}
