import { rmSync } from 'node:fs'
import { bundleConstructs } from './bundle-constructs.ts'
import { compile } from './compile.ts'
import { DIST } from './dist.ts'
import { keepBundles } from './keep-bundles.ts'
import { keepCamera } from './keep-camera.ts'
import { keepConsole } from './keep-console.ts'
import { keepFiles } from './keep-files.ts'
import { pruneDeclarations } from './prune-declarations.ts'
import { renameThreads } from './rename-threads.ts'

// What `npm pack` runs before it packs: `dist`, all that an app needs which installs the package, made of the sources.
rmSync(DIST, { recursive: true, force: true })
compile('tsconfig.json')
compile('tsconfig.declarations.json')
renameThreads()
pruneDeclarations()
bundleConstructs()
keepBundles()
keepCamera()
keepConsole()
keepFiles()
