import { readFile, stat } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import type { FileRule } from '../../catalog/features/feature.ts'

/** The bytes of a picture on disk, looked at before they are read so that no huge file fills the memory. */
export async function readPictureFile(path: string, { maxBytes }: FileRule): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size >= maxBytes)
    throw new Fault('bytes', `${path} has ${size} bytes; the limit is ${maxBytes}.`)
  return readFile(path)
}
