import { join } from 'node:path'

/** The folder that holds `package.json`, whatever folder a command was started in. */
export const PROJECT_ROOT = join(import.meta.dirname, '..')
