/**
 * The value of a JSON text that somebody wrote in an editor. Editors on Windows put a byte order mark before it, which
 * a parser may pass over (RFC 8259, section 8.1) and `JSON.parse` does not. Throws a `SyntaxError` like it.
 */
export function parseJsonText(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}
