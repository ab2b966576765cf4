import type { PictureFormat, PictureRule } from '../../../../catalog/features/feature.ts'
import type { Preparation, Restoration } from '../../../../catalog/preparation/preparation.ts'
import type { TargetBox } from '../../../../catalog/targets/pick-targets.ts'
import type { ByteSource } from '../../../../metadata/byte-source.ts'

/** Writes a picture that was made. `ending` is its file extension with the dot. */
export type WritePicture = (made: {
  bytes: AsyncIterable<Uint8Array>
  contentType: string
  ending: string
}) => Promise<void>

/** What a picture is prepared for. */
export type PreparationWanted = {
  rule: PictureRule
  /** The target of the recipe's step. */
  target: string
  /** Whether the service is told which target is meant. */
  named: boolean
  /** Whether the service has refused the whole picture: what is wrong with it is told then, not left to the service. */
  refused?: boolean | undefined
  /** The one target of a step with `usable`, where the service has found it in the source itself. */
  chosen?: TargetBox | undefined
  /** The targets that are prepared for, by their indices, where the service has found them in the source itself. */
  targets?: readonly { index: number; box: TargetBox }[] | undefined
}

/** A target by its index, with its own picture or the reason why there is none. */
export type PreparedTarget = { index: number } & (
  | { preparation: Preparation }
  | { refusal: string }
)

/** A result that came back, and what was sent for it: the source itself where no preparation is given. */
export type ReturnedPicture = {
  index: number
  open: () => Promise<ByteSource>
  sent?: { key: string; open: () => Promise<ByteSource>; preparation: Preparation } | undefined
}

/** The engine as Prepare and Restore need it. Throws a `Fault` for what is wrong with a picture. */
export type PictureEngine = {
  /**
   * Makes a picture meet a rule, around the target of a recipe's choice; of `all`, one picture for each target where
   * one cannot serve them all. `write` is told the index of the target then. Undefined where the picture meets the
   * rule already.
   */
  prepare(
    source: ByteSource,
    wanted: PreparationWanted,
    write: (index: number | undefined, ...made: Parameters<WritePicture>) => Promise<void>,
  ): Promise<Preparation | PreparedTarget[] | undefined>
  /** Crops and scales a mask as its source was. */
  prepareMask(mask: ByteSource, preparation: Preparation, write: WritePicture): Promise<void>
  /**
   * Puts what a service changed back into the original at its full size. Gives the restorations of those results that
   * fit what was sent; the others are left out. With `together` all results go into one picture, whose restoration has
   * the index of the first; it is left out where one of them does not fit.
   */
  restore(
    pictures: { original: ByteSource; returned: readonly ReturnedPicture[] },
    wanted: {
      metadata: 'none' | 'keep-safe' | 'keep'
      together: boolean
      format?: PictureFormat | undefined
    },
    write: (index: number, ...made: Parameters<WritePicture>) => Promise<void>,
  ): Promise<{ index: number; restoration: Restoration }[]>
}
