/** The URL that `text` is, if it is one. `URL.parse` is not in Node 20, on which apps with the constructs may run. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
