import { readFile } from 'node:fs/promises'
import { secondForm } from '../../engine/models/model-manifest.ts'
import { MOST, parseManifest } from '../../engine/models/read-models.ts'
import type { OfferedModel } from './describe-known.ts'

const NOT_KNOWN = '0'.repeat(64)

/**
 * A file at an address of the user's choice, by a manifest that need not say its hash yet.
 * @throws Error that names the field and the rule
 */
export async function readOffer(url: string, manifestPath: string): Promise<OfferedModel> {
  if (URL.parse(url)?.protocol !== 'https:') throw new Error('--url is to be https://….')
  const text = await readFile(manifestPath, 'utf8')
  const { sha256, ...manifest } = secondForm(parseManifest(Buffer.from(withHash(text))))
  return {
    name: manifest.file,
    url,
    size: { most: MOST.model },
    manifest: { ...manifest, source: url },
    ...(sha256 !== NOT_KNOWN && { hash: { sha256 } }),
  }
}

/** The manifest with a hash, where it has none; what is no object is left to the schema. */
function withHash(text: string): string {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || 'sha256' in given) return text
    return JSON.stringify({ ...given, sha256: NOT_KNOWN })
  } catch {
    return text
  }
}
