import { optionalEnv } from '../../../env.ts'

/** A hundred gigabytes: a thousand of the longest videos. */
const DEFAULT_BYTES = 100_000_000_000

/**
 * The bytes of upload slots that an account may ask for in a day (UTC): `UPLOAD_BYTES_PER_DAY`. Throws when the
 * variable is not a whole number above zero.
 */
export function deployedUploadBytes(): number {
  const bytes = Number(optionalEnv('UPLOAD_BYTES_PER_DAY') ?? DEFAULT_BYTES)
  if (Number.isSafeInteger(bytes) && bytes > 0) return bytes
  throw new Error('UPLOAD_BYTES_PER_DAY must be a whole number above 0.')
}
