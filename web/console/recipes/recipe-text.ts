/** The value of a recipe's text, where it is JSON. */
export function readText(text: string): { isJson: true; value: unknown } | { isJson: false } {
  try {
    return { isJson: true, value: JSON.parse(text) }
  } catch {
    return { isJson: false }
  }
}

/** The text of a recipe that the form gives, as recipes are written. */
export function writeText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
