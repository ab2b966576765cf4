import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { parseRecipe } from '../../catalog/recipe/judge/parse-recipe.ts'
import { isRecipeSchema, RECIPE_NAME } from '../../catalog/recipe/shape/recipe-name.ts'

/**
 * Recipes: a folder whose `<name>.json` files they are, or each by its name, as an object or as the path of a JSON
 * file. Relative paths start where the process was started.
 */
export type RecipeSources = string | Readonly<Record<string, string | object>>

/**
 * The text of each recipe by its name, checked against the catalogue. Throws an error that names every recipe that
 * cannot be used, with the field and the rule.
 */
export function readRecipes(sources: RecipeSources): Record<string, string> {
  const given = Object.entries(typeof sources === 'string' ? filesIn(sources) : sources)
  const unusable: string[] = []
  const texts = given.flatMap(([name, source]) => {
    try {
      return [[name, checked(name, source)]]
    } catch (error) {
      unusable.push(`recipes.${name}: ${(error as Error).message}`)
      return []
    }
  })
  if (unusable.length > 0) throw new Error(unusable.join('\n'))
  return Object.fromEntries(texts)
}

function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json') && !isRecipeSchema(file))
      .map((file) => [basename(file, '.json'), join(folder, file)]),
  )
}

function checked(name: string, source: string | object): string {
  if (!RECIPE_NAME.test(name)) {
    throw new Error('a recipe’s name has 1 to 64 of a–z, 0–9 and -, and does not begin with -.')
  }
  const text =
    typeof source === 'string'
      ? readFileSync(source, 'utf8')
      : `${JSON.stringify(source, null, 2)}\n`
  parseRecipe(parseJsonText(text))
  return text
}
