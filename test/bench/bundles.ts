import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** Size of each function as it is deployed, without its source map: what a cold start reads. */
export const bundles = async (): Promise<void> => {
  for (const entry of globSync('functions/*/*/handler.ts', { cwd: PROJECT_ROOT }).sort()) {
    const { outputFiles } = await build({
      entryPoints: [join(PROJECT_ROOT, entry)],
      bundle: true,
      write: false,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      mainFields: ['module', 'main'],
      minify: true,
      external: ['sharp', '@litertjs/core', '@mediapipe/*'],
    })
    const bytes = outputFiles[0]?.contents ?? new Uint8Array()
    const kb = (size: number) => `${(size / 1024).toFixed(0).padStart(5)} KB`
    console.log(
      `${dirname(entry).padEnd(36)} ${kb(bytes.length)}  gzip ${kb(gzipSync(bytes).length)}`,
    )
  }
}
