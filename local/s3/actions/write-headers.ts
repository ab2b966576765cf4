import { type Checksum, checksumHeader } from '../checksum/algorithms.ts'

/** A checksum as headers of an answer. */
export function checksumHeaders(checksum: Checksum | undefined): Record<string, string> {
  return checksum === undefined
    ? {}
    : {
        [checksumHeader(checksum.algorithm)]: checksum.value,
        'x-amz-checksum-type': checksum.type,
      }
}

/** An entity tag with the quotes it has in headers and documents. */
export function quoted(etag: string): string {
  return `"${etag}"`
}

/** The encryption that every new bucket applies by default. */
export const ENCRYPTION = { 'x-amz-server-side-encryption': 'AES256' }
