import { looksDamaged } from '../../metadata/jpeg/damage/looks-damaged.ts'
import { decodingFault, isTimeout } from './decoding-fault.ts'
import { DAMAGED, judgeDamage } from './judge-damage.ts'

/** How strict a decoder is: at `none` it gives what it can. */
export type Strictness = 'warning' | 'error' | 'none'

/** A file whose damage is decided about once, whoever decodes it and how often. */
export type CheckedFile = {
  /**
   * Runs a decoder. Where it complains, the file is looked through, and the decoder runs once more if the damage is
   * small enough or none.
   * @throws Fault `unreadable` for damage, `runtime` when decoding took too long
   */
  decode<T>(run: (failOn: Strictness) => Promise<T>): Promise<T>
  /** A sentence about damage that is delivered; undefined where none is known. */
  note(): string | undefined
}

/**
 * Decides about the damage of a file: a JPEG that looks damaged is followed through before it is decoded, all others
 * only when a decoder complains.
 * @param format by its first bytes
 * @param read reads the file again, so that it is not held meanwhile
 */
export function checkFile(
  format: string | undefined,
  read: () => Uint8Array | Promise<Uint8Array>,
): CheckedFile {
  const isJpeg = format === 'jpeg'
  let looked: Promise<void> | undefined
  let judged: { note: string | undefined } | undefined
  const look = async (): Promise<void> => {
    const bytes = await read()
    if (looksDamaged(bytes)) judged = { note: await judgeDamage(bytes) }
  }
  return {
    decode: async (run) => {
      if (isJpeg) {
        looked ??= look()
        await looked
      }
      if (!judged) {
        try {
          // A JPEG decoder calls warnings what others call errors, and those have warnings of unknown tags.
          return await run(isJpeg ? 'warning' : 'error')
        } catch (cause) {
          if (isTimeout(cause)) throw decodingFault(cause, DAMAGED)
          judged = { note: await judgeDamage(await read()) }
        }
      }
      return await run('none').catch((cause: unknown) => {
        throw decodingFault(cause, DAMAGED)
      })
    },
    note: () => judged?.note,
  }
}
