import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST } from './dist.ts'

/** The file of a thread, which the compiler does not know for a module: `new URL('./x.ts', import.meta.url)`. */
const THREAD = /(new URL\('\.\/[\w/-]+)\.ts(', import\.meta\.url\))/g

/** Lets what was compiled start its threads from compiled files. */
export function renameThreads(): void {
  for (const file of globSync('**/*.js', { cwd: DIST })) {
    const path = join(DIST, file)
    const text = readFileSync(path, 'utf8')
    const renamed = text.replace(THREAD, '$1.js$2')
    if (renamed !== text) writeFileSync(path, renamed)
  }
}
