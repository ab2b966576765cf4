/** A time as S3 documents show it: ISO 8601 in whole seconds, with `.000`. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '.000Z')
}
