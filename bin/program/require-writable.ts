import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A result that cannot be written is not worth the wait: throws when a file cannot be made or replaced. */
export async function requireWritable(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  await access(isThere ? path : dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${path} cannot be written.`, { cause })
  })
}
