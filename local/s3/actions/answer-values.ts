import { type Checksum, checksumHeader } from '../checksum/algorithms.ts'
import { LOCAL_ACCOUNT } from '../store/object-created.ts'

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

/** A time as S3 documents show it: ISO 8601 in whole seconds, with `.000`. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z/, '.000Z')
}

/** The owner of everything in listings. */
export const OWNER = { ID: LOCAL_ACCOUNT.padEnd(64, '0'), DisplayName: 'local' }
