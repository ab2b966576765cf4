import { S3Error } from './s3-error.ts'

/**
 * Text as a header can carry it: its UTF-8 bytes read as latin1, the encoding headers travel in.
 *
 * @throws S3Error `InvalidArgument` on a character that would end the header.
 */
export function headerValue(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new S3Error('InvalidArgument', { fields: { ArgumentName: name } })
  }
  return Buffer.from(text, 'utf8').toString('latin1')
}
