import { createHash } from 'node:crypto'

/**
 * One object version under one recipe has one name, for ever. Step Functions refuses a second execution of the same
 * name, so a redelivered event cannot run an effect twice. The fields are length-prefixed because a key may hold any
 * separator; 160 bits of the hash stay well below the 80 characters a name may have. A deliberate new attempt has its
 * number at the end.
 */
export function executionName(
  source: { bucket: string; key: string; version: string },
  recipe: string,
  attempt = 0,
): string {
  const hash = createHash('sha256')
  for (const field of [source.bucket, source.key, source.version, recipe]) {
    hash.update(`${Buffer.byteLength(field)}:`).update(field)
  }
  const name = `job-${hash.digest('hex').slice(0, 40)}`
  return attempt === 0 ? name : `${name}-${attempt}`
}
