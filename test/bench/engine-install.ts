import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** What the engine is held against, to the exact version; nothing else of the project knows these packages. */
const PACKAGES = [
  '@vladmandic/human@3.3.6',
  '@tensorflow/tfjs-core@4.22.0',
  '@tensorflow/tfjs-converter@4.22.0',
  '@tensorflow/tfjs-backend-wasm@4.22.0',
  '@techstark/opencv-js@4.12.0-release.1',
]

const FOLDER = join(PROJECT_ROOT, 'node_modules', '.cache', 'darkroom', 'bench')

/**
 * Installs what is missing into a cache folder of its own, says so, and gives a `require` of that folder.
 * @param names only packages whose names start like this
 */
export function installRivals(names = ''): NodeJS.Require {
  const wanted = PACKAGES.filter((spec) => spec.startsWith(names))
  if (wanted.some((spec) => !existsSync(join(FOLDER, 'node_modules', nameOf(spec))))) {
    // All that is there already is named too: npm removes what is not.
    const specs = PACKAGES.filter(
      (spec) => wanted.includes(spec) || existsSync(join(FOLDER, 'node_modules', nameOf(spec))),
    )
    console.log(`installing into ${FOLDER}: ${specs.join(' ')}`)
    mkdirSync(FOLDER, { recursive: true })
    const flags = ['--prefix', FOLDER, '--no-save', '--ignore-scripts', '--no-package-lock']
    execFileSync('npm', ['install', ...flags, ...specs], { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  return createRequire(join(FOLDER, 'package.json'))
}

/** Where the files of an installed package lie. */
export function rivalFolder(name: string): string {
  return join(FOLDER, 'node_modules', name)
}

function nameOf(spec: string): string {
  return spec.slice(0, spec.lastIndexOf('@'))
}
