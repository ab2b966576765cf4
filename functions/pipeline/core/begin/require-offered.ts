import { Failure } from '../../../../catalog/failures/failure.ts'
import type { ServiceOffer } from '../../../../catalog/generator/generator.ts'
import { lackOfGenerator } from '../../../../catalog/generator/require-generator.ts'
import type { RecipeStep } from '../../../../catalog/recipe/shape/recipe.ts'

/**
 * Throws `FeatureUnavailable` for steps of a recipe that the service is known not to carry out: a feature it lacks, or
 * parameters that take a generator it lacks. Asked before a job begins, because earlier steps would be paid for.
 */
export function requireOffered(
  steps: readonly RecipeStep[],
  { features, generator }: ServiceOffer,
): void {
  for (const [at, step] of steps.entries()) {
    const { feature } = step
    if (!features.includes(feature)) {
      throw new Failure(
        'FeatureUnavailable',
        `The service does not carry ${feature} out. It carries out ${features.join(', ')}.`,
      )
    }
    const lack = lackOfGenerator(step, generator)
    if (lack !== undefined) throw new Failure('FeatureUnavailable', `steps[${at}]: ${lack}`)
  }
}
