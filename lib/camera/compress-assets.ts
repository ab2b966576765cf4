import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { packageFolder } from '../bundle/package-folder.ts'

/** The best quality and the largest window: half a minute once for the runtime, and 15 % less at every download. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
}

/**
 * Replaces every file of a folder by its Brotli form under the same name. What was compressed before is kept in the
 * installed packages' cache.
 */
export function compressAssets(folder: string): void {
  const cache = join(packageFolder('@litertjs/core'), '..', '..', '.cache', 'darkroom', 'camera')
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    const kept = join(cache, `${createHash('sha256').update(bytes).digest('hex')}.br`)
    if (!existsSync(kept)) writeFileSync(kept, brotliCompressSync(bytes, BROTLI))
    writeFileSync(file, readFileSync(kept))
  }
}
