// biome-ignore lint/style/noRestrictedImports: here it gets its seed.
import fc from 'fast-check'
import { RUN_SEED } from './seed.ts'

fc.configureGlobal({ seed: RUN_SEED })

/** fast-check with the seed of this run. A failure prints the counterexample and the path that shrinks to it. */
export { fc }
