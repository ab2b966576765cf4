import { test } from 'vitest'
import { expectBoundedMemory } from './expect-bounded-memory.ts'

// `/proc` tells of memory.
test.runIf(process.platform === 'linux')(
  'sixty photos as cameras make them take no more memory than allowed, which is given back',
  { timeout: 3_600_000 },
  () => expectBoundedMemory(60, { memory: 3e9, factor: 1 }),
)
