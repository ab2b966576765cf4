import { S3Error } from './s3-error.ts'

/**
 * Encodes text for a header: its UTF-8 bytes read as latin1, the encoding in which headers travel.
 *
 * @throws S3Error `InvalidArgument` for a character that would end the header.
 */
export function headerValue(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new S3Error('InvalidArgument', { fields: { ArgumentName: name } })
  }
  return Buffer.from(text, 'utf8').toString('latin1')
}
