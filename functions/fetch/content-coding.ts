/** The content codings of HTTP (IANA HTTP Content Coding Registry) that change the bytes, with their aliases. */
const CODINGS = new Set([
  'aes128gcm',
  'br',
  'compress',
  'dcb',
  'dcz',
  'deflate',
  'exi',
  'gzip',
  'pack200-gzip',
  'x-compress',
  'x-gzip',
  'zstd',
])

/**
 * The first coding of a `Content-Encoding` header under which the bytes are not the file; undefined where they are.
 * Object stores serve whatever the writer of an object stored there (`base64`, `utf-8`, `undefined`), and what is no
 * coding of HTTP says nothing about the bytes.
 */
export function contentCoding(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((token) => token.trim().toLowerCase())
    .find((token) => CODINGS.has(token))
}
