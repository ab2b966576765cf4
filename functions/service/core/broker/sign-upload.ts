import type { SignedUpload } from '../ports/broker.ts'
import type { UrlSigner } from '../ports/file-store.ts'

/** Seconds for which a worker may use a URL: as long as a function may run. */
export const SIGNED_SECONDS = 900

/** One PUT of one object, of this type and length; both are signed, and so is the name of a saved copy. */
export async function signUpload(
  key: string,
  file: { contentType: string; size: number; fileName?: string },
  signer: Pick<UrlSigner, 'upload'>,
): Promise<SignedUpload> {
  const { contentType, size, fileName } = file
  const headers = {
    'content-length': String(size),
    'content-type': contentType,
    ...(fileName && { 'content-disposition': `inline; filename="${fileName}"` }),
  }
  return { url: await signer.upload(key, headers, SIGNED_SECONDS), headers }
}
