import { join } from 'node:path'
import { PROJECT_ROOT } from '../lib/project-root.ts'

/** What is built for the package; `PROJECT_ROOT` of the code in it. */
export const DIST = join(PROJECT_ROOT, 'dist')
