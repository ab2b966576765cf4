/** A valid recipe name. It is part of object keys and URLs, so it needs no escaping. */
export const RECIPE_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
