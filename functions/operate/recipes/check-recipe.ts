import type { RecipeFacts, RecipeFinding } from '../../../catalog/console/recipes.ts'
import { PERFORMED_FEATURES } from '../../../catalog/features/performed-features.ts'
import { lackOfGenerator } from '../../../catalog/generator/require-generator.ts'
import { locateJson } from '../../../catalog/json/locate-json.ts'
import { parseJsonText } from '../../../catalog/json/parse-json-text.ts'
import { companionPatterns, objectKeys } from '../../../catalog/recipe/companions.ts'
import { judgeRecipe } from '../../../catalog/recipe/judge/judge-recipe.ts'
import type { Recipe } from '../../../catalog/recipe/shape/recipe.ts'
import { unitsForOne } from './units-for-one.ts'

/** A recipe's text as it was judged: the recipe where it breaks no rule, and every rule that it breaks. */
export type CheckedRecipe = { recipe?: Recipe | undefined; problems: RecipeFinding[] }

/** Judges the text of a recipe against the catalogue. What it breaks is in the order of the text. */
export function checkRecipe(text: string): CheckedRecipe {
  const { placeOf, broken } = locateJson(text)
  let value: unknown
  try {
    value = parseJsonText(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // It may quote what stands there, with its ends of lines, and the place in its own way.
    const message = error.message
      .replace(/\s+/g, ' ')
      .replace(/ at position \d+ \(line.*\)$/, '')
      .replace(/ is not valid JSON$/, '')
    const place = broken ?? placeOf([])
    return { problems: [{ path: [], words: `is not JSON: ${message}`, ...place }] }
  }
  const { recipe, problems } = judgeRecipe(value)
  const found = problems.map(({ path, words }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    words,
    ...placeOf(path),
  }))
  found.sort((one, other) => one.line - other.line || one.column - other.column)
  return { recipe, problems: found }
}

/** What a recipe takes and costs. */
export function factsOfRecipe(recipe: Recipe): RecipeFacts {
  const { steps, onRefusal } = recipe
  const generator = steps.flatMap((step) => lackOfGenerator(step, undefined) ?? [])[0]
  return {
    steps: steps.map(({ feature, target }) => ({ feature, target })),
    units: unitsForOne(recipe),
    companions: companionPatterns(recipe),
    objects: objectKeys(recipe),
    unperformed: steps
      .map(({ feature }) => feature)
      .filter((feature) => !PERFORMED_FEATURES.has(feature)),
    ...(generator !== undefined && { generator }),
    returns: onRefusal === 'original',
  }
}
