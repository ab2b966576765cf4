import type { InputFile } from '../../../functions/service/core/ports/perform.ts'

/** The bytes of a file that a worker was given as such, which pictures are. */
export function bytesOf(file: InputFile): Uint8Array {
  if (file instanceof Uint8Array) return file
  throw new Error('The file was given by its path.')
}
