/** The variable of the functions that begin jobs: whether an object's metadata may change its recipe. */
export function overridesEnvironment(overrides: boolean): Record<string, string> {
  return overrides ? {} : { RECIPE_OVERRIDES: 'off' }
}
