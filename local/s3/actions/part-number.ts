import { type Query, queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'

/** The part number of a request, 1 to 10,000. @throws S3Error `InvalidArgument`. */
export function readPartNumber(query: Query): number {
  const text = queryValue(query, 'partNumber') ?? ''
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > 10_000) {
    throw new S3Error('InvalidArgument', {
      message: 'Part number must be an integer between 1 and 10000, inclusive',
      fields: { ArgumentName: 'partNumber', ArgumentValue: text },
    })
  }
  return number
}
