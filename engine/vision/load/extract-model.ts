import type { ModelFile } from './models.ts'

/**
 * Takes a model's own bytes out of the file that ships it.
 * @throws when they are other weights than the decoders are written for
 */
export async function extractModel(
  file: Uint8Array,
  { specifier, bytes, sha256 }: Pick<ModelFile, 'specifier' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> {
  const model = bytes ? file.subarray(...bytes) : file
  const digest = await crypto.subtle.digest('SHA-256', model as Uint8Array<ArrayBuffer>)
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
  if (found.join('') !== sha256) {
    throw new Error(`${specifier} has SHA-256 ${found.join('')}; ${sha256} is expected.`)
  }
  return model
}
