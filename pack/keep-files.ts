import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyPackageFile } from '../lib/bundle/copy-package-file.ts'
import { LIBAV_PACKAGE, NATIVE_PACKAGES } from '../lib/bundle/worker-packages.ts'
import { PROJECT_ROOT } from '../lib/project-root.ts'
import { VIEWER_FILES } from '../lib/service/docs-routes.ts'
import { nativeLock } from '../lib/worker/native-lock.ts'
import { KEPT_LOCK, readLock } from '../lib/worker/read-lock.ts'
import { DIST } from './dist.ts'

/** Puts into the package what its code reads by path. */
export function keepFiles(): void {
  for (const name of ['recipes', 'cdk.json']) {
    cpSync(join(PROJECT_ROOT, name), join(DIST, name), { recursive: true })
  }
  const { name, version, type } = JSON.parse(
    readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'),
  )
  writeJson('package.json', { name, version, type })
  const lock = readLock()
  const packages = [...NATIVE_PACKAGES, LIBAV_PACKAGE].map(
    (native) => nativeLock(lock, native).packages,
  )
  writeJson(KEPT_LOCK, { ...lock, packages: Object.assign({}, ...packages) })
  // Carried rather than depended on: what it depends on itself reports every installation to somebody.
  for (const file of VIEWER_FILES.files) copyPackageFile(VIEWER_FILES.name, file, DIST)
}

function writeJson(file: string, value: object): void {
  writeFileSync(join(DIST, file), `${JSON.stringify(value, null, 2)}\n`)
}
