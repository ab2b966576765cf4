/** Bytes that the text of a recipe may have, in UTF-8. */
export const MAX_RECIPE_BYTES = 100_000
