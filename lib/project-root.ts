import { join } from 'node:path'

/**
 * The folder that holds the rooms, whatever folder a command was started in: the clone, or `dist` of the installed
 * package, where the same rooms lie compiled.
 */
export const PROJECT_ROOT = join(import.meta.dirname, '..')
