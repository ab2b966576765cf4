import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ModelFile } from './models.ts'

const require = createRequire(import.meta.url)

/**
 * The bytes of a model out of its npm package.
 * @throws when the package does not hold the file, or holds other weights than the decoders are written for
 */
export async function readModel(model: ModelFile): Promise<Uint8Array> {
  const bytes = await readFile(require.resolve(model.specifier))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== model.sha256) {
    throw new Error(`${model.specifier} has SHA-256 ${found}; ${model.sha256} is expected.`)
  }
  return bytes
}
