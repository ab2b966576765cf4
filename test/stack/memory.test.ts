import { test } from 'vitest'
import { fewOrAll } from '../setup/sampled.ts'
import { expectBoundedMemory } from './expect-bounded-memory.ts'

// `/proc` tells of memory.
test.runIf(process.platform === 'linux')(
  'photos dropped at once take no more memory than allowed, which is given back',
  { timeout: 900_000 },
  () => expectBoundedMemory(fewOrAll(1, 4), { memory: 2e9, factor: 0.3 }),
)
