import { Failure } from '../../failures/failure.ts'
import type { Recipe } from '../shape/recipe.ts'
import { judgeRecipe } from './judge-recipe.ts'

/**
 * Validates a recipe against the catalogue and fills in defaults. What it gives can be stored. Throws `RecipeInvalid`
 * with the path of the first field that breaks a rule, and the rule.
 */
export function parseRecipe(input: unknown): Recipe {
  const { recipe: parsed, problems } = judgeRecipe(input)
  if (!parsed) throw new Failure('RecipeInvalid', problems[0]?.words)
  return parsed
}
