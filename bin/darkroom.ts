import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled is kept beside the packages; where that cannot be written, each start compiles anew.
enableCompileCache(
  join(import.meta.dirname, '..', 'node_modules', '.cache', 'darkroom', 'compiled'),
)
await import('./program/command-line.ts')
