import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { keepHeapSmall } from './program/keep-heap-small.ts'

// Only this command runs long enough to gather memory; the others would pay for it with their start.
if (process.argv[2] === 'start') keepHeapSmall()

// What was compiled is kept beside the packages; where that cannot be written, each start compiles anew.
enableCompileCache(
  join(import.meta.dirname, '..', 'node_modules', '.cache', 'darkroom', 'compiled'),
)
await import('./program/command-line.ts')
