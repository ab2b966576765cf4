import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * The bytes of a file out of an installed npm package, `package/path`.
 * @throws when the package does not hold it
 */
export async function readPackageFile(specifier: string): Promise<Uint8Array> {
  return readFile(require.resolve(specifier))
}
