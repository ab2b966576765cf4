import { test } from 'vitest'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { expectBoundedMemory } from './expect-bounded-memory.ts'

// `/proc` tells of memory. `thread-places.test.ts` holds in `npm test` what a run lets its threads take,
// `test/hostile/memory.test.ts` what the engine takes.
test.runIf(process.platform === 'linux' && isEveryCaseTried())(
  'photos dropped at once take no more memory than allowed, which is given back',
  { timeout: 900_000 },
  () => expectBoundedMemory(4, { memory: 2e9, factor: 0.3 }),
)
