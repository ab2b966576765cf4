import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import type { PipelineClients } from '../pipeline-clients.ts'
import { type Earlier, lookAtKey } from './look-at-key.ts'

/** User metadata of a dropped object: the SHA-256 of its bytes in hex, which S3 has of no upload in parts. */
export const SHA256_METADATA = 'darkroom-sha256'

/** The file that is about to be dropped: where, its SHA-256 in hex, and the recipe with that of its text. */
export type Asked = { key: string; sha256: string; recipe: { name: string; sha256: string } }

/**
 * The job of a file that lies under its key already, with the same bytes, and was worked on under the recipe as it is
 * now. Undefined where the file is to be dropped.
 */
export async function findEarlier(
  { key, sha256, recipe }: Asked,
  clients: Pick<PipelineClients, 's3' | 'db' | 'at'>,
  now: number = Date.now(),
): Promise<Earlier | undefined> {
  const isSame = (there: HeadObjectCommandOutput): boolean => hashOf(there) === sha256
  return (await lookAtKey({ key, isSame, recipe }, clients, now)).earlier
}

/** What S3 has of the whole object, or what was written beside it. */
function hashOf({
  ChecksumSHA256: hash,
  ChecksumType: type,
  Metadata = {},
}: Pick<HeadObjectCommandOutput, 'ChecksumSHA256' | 'ChecksumType' | 'Metadata'>):
  | string
  | undefined {
  return hash !== undefined && type === 'FULL_OBJECT'
    ? Buffer.from(hash, 'base64').toString('hex')
    : Metadata[SHA256_METADATA]
}
