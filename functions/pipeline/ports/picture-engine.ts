import type { PictureFormat, PictureRule } from '../../../catalog/feature.ts'
import type { Preparation, Restoration } from '../../../catalog/preparation.ts'
import type { ByteSource } from './byte-source.ts'

/** Writes a picture that was made. `ending` is its file extension with the dot. */
export type WritePicture = (made: {
  bytes: AsyncIterable<Uint8Array>
  contentType: string
  ending: string
}) => Promise<void>

/** The engine as Prepare and Restore need it. Throws a `Fault` for what is wrong with a picture. */
export type PictureEngine = {
  /** Makes a picture meet a rule, around the target of a recipe's choice. Undefined where it meets the rule already. */
  prepare(
    source: ByteSource,
    wanted: { rule: PictureRule; target: string },
    write: WritePicture,
  ): Promise<Preparation | undefined>
  /**
   * Puts what a service changed back into the original at its full size. Gives the restorations of those results that
   * fit what was sent; the others are left out.
   */
  restore(
    pictures: {
      original: ByteSource
      sent: ByteSource
      returned: readonly { index: number; open: () => Promise<ByteSource> }[]
    },
    wanted: {
      preparation: Preparation
      metadata: 'none' | 'keep-safe'
      format?: PictureFormat | undefined
    },
    write: (index: number, ...made: Parameters<WritePicture>) => Promise<void>,
  ): Promise<{ index: number; restoration: Restoration }[]>
}
