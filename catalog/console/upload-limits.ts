/** Files of one plan, and of one request for uploads or jobs. */
export const MAX_PLANNED = 10_000
export const MAX_UPLOADS = 100

/** Bytes below which a file goes up in one piece, and bytes of a part of a larger one. */
export const PART_BYTES = 8 * 1024 * 1024

/** Parts that S3 lets an upload have. */
const MAX_PARTS = 10_000

/** Bytes of the parts of a file: a whole number of mebibytes, so that S3's 10,000 parts do. */
export function partBytes(size: number): number {
  const mebibyte = 1024 * 1024
  return Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS / mebibyte) * mebibyte)
}

/** How many parts a file has. */
export function partCount(size: number): number {
  return Math.max(1, Math.ceil(size / partBytes(size)))
}
