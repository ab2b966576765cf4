import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Generator } from '../../engine/generate/generator.ts'
import { boundsFrom } from '../../engine/models/model-bounds.ts'
import { type Engine, openEngine } from '../../engine/perform.ts'
import { modelsHere } from './models-option.ts'

/** Runs `work` with an engine and closes it. A fault comes out under the code the service would give for it. */
export async function withEngine<T>(
  feature: Feature,
  work: (engine: Engine) => Promise<T>,
  generator?: Generator,
): Promise<T> {
  const engine = openEngine({
    generator,
    models: modelsHere(),
    modelBounds: boundsFrom(process.env),
  })
  try {
    return await work(engine)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Error(`${codeOf(feature, error)}: ${error.message}`, { cause: error })
  } finally {
    await engine.close()
  }
}
