/** A valid recipe name. It is part of object keys and URLs, so it needs no escaping. */
export const RECIPE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Whether a file or object beside recipes is their JSON Schema, `recipe.schema.json`, which is no recipe itself. */
export function isRecipeSchema(file: string): boolean {
  return file.endsWith('.schema.json')
}
