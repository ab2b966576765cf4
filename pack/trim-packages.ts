import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MODEL_FILES, RUNTIME, RUNTIME_BUILDS } from '../lib/bundle/worker-packages.ts'
import { PROJECT_ROOT } from '../lib/project-root.ts'

/** Below this a file is not worth a rule, in bytes. */
const SMALL = 100_000

/** Its program for browsers is what `npm run bench -- segment-in-browser` compares with. */
const WHOLE = '@mediapipe/selfie_segmentation'

/**
 * Takes out of `node_modules` of a clone what its packages ship and nothing here opens, 160 MB: models and WebAssembly
 * of MediaPipe (the engine runs the models by LiteRT), builds of LiteRT that it cannot choose in Node, and the C
 * headers of Node. `npm ci` brings them anew and runs this at its end; who installs `@darkroom/cdk` keeps all.
 */
function trimPackages(): void {
  const modules = join(PROJECT_ROOT, 'node_modules')
  const unused = [
    ...globSync('node/node_modules/node-*/{include,share}', { cwd: modules }),
    ...globSync(`${RUNTIME}/wasm/*`, { cwd: modules }).filter((file) => !RUNTIME_BUILDS.test(file)),
    ...Object.entries(MODEL_FILES)
      .filter(([name]) => name !== WHOLE)
      .flatMap(([name, opened]) =>
        globSync(`${name}/*`, { cwd: modules }).filter(
          (file) => !opened.includes(file.slice(name.length + 1)) && isLarge(join(modules, file)),
        ),
      ),
  ]
  for (const path of unused) rmSync(join(modules, path), { recursive: true, force: true })
}

function isLarge(file: string): boolean {
  return statSync(file).size > SMALL
}

trimPackages()
