import { test } from 'vitest'
import { expectBoundedMemory } from './expect-bounded-memory.ts'

// `/proc` tells of memory.
test.runIf(process.platform === 'linux')(
  'sixty photos as cameras make them take no more memory than allowed, which is given back',
  { timeout: 3_600_000 },
  () => expectBoundedMemory(60, { memory: 3e9, factor: 1 }),
)

test.runIf(process.platform === 'linux')(
  'photos dropped at once take no more of two gigabytes than allowed',
  { timeout: 900_000 },
  () => expectBoundedMemory(4, { memory: 2e9, factor: 0.3 }),
)
