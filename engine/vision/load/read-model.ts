import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ModelFile } from './models.ts'

const require = createRequire(import.meta.url)

/**
 * The bytes of a model out of its npm package.
 * @throws when the package does not hold the file, or holds other weights than the decoders are written for
 */
export async function readModel({
  specifier,
  bytes,
  sha256,
}: Pick<ModelFile, 'specifier' | 'bytes' | 'sha256'>): Promise<Uint8Array> {
  const file = await readFile(require.resolve(specifier))
  const model = bytes ? file.subarray(...bytes) : file
  const found = createHash('sha256').update(model).digest('hex')
  if (found !== sha256) {
    throw new Error(`${specifier} has SHA-256 ${found}; ${sha256} is expected.`)
  }
  return model
}
