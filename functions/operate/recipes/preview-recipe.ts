/** Names of recipes that are kept for a preview only: a hash of their text, so that one text has one. */
export const PREVIEW_RECIPE = /^preview-[0-9a-f]{16}$/
