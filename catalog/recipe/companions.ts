import type { Recipe, RecipeStep } from './shape/recipe.ts'

/** The keys of all companions that a recipe needs beside a dropped file. */
export function companionKeys(recipe: Recipe, key: string): string[] {
  return companionPatterns(recipe).map((pattern) => companionKey(pattern, key))
}

/** The key of one companion: the pattern's name, in the folder of the dropped file. */
export function companionKey(pattern: string, key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1) + pattern.split('{stem}').join(stemOf(key))
}

/** Whether a dropped file is a companion under this recipe, so that it begins no job of its own. */
export function isCompanion(recipe: Recipe, key: string): boolean {
  const file = key.slice(key.lastIndexOf('/') + 1)
  return companionPatterns(recipe).some((pattern) => {
    const [before = '', after = ''] = pattern.split('{stem}')
    const stem = file.length - before.length - after.length
    return stem > 0 && file.startsWith(before) && file.endsWith(after)
  })
}

/** The file name of a key without its extension. */
export function stemOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).replace(/(?!^)\.[^.]*$/, '')
}

/** The keys of the fixed objects that a recipe names. */
export function objectKeys({ steps }: Recipe): string[] {
  return [...new Set(inputsOf(steps).flatMap((input) => ('object' in input ? [input.object] : [])))]
}

/** The names of all companions that a recipe needs beside each dropped file, with `{stem}` for that file's. */
export function companionPatterns({ steps }: Recipe): string[] {
  return [
    ...new Set(inputsOf(steps).flatMap((input) => ('companion' in input ? [input.companion] : []))),
  ]
}

function inputsOf(steps: RecipeStep[]) {
  return steps.flatMap(({ inputs }) => Object.values(inputs).flat())
}
