import type { PictureRule } from '../../../catalog/feature.ts'
import type { Preparation } from '../../../catalog/preparation.ts'
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
}
