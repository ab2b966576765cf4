import type { VideoRule } from '../../../../catalog/files/file-rule.ts'
import type { VideoPreparation } from '../../../../catalog/preparation/preparation.ts'
import type { ByteSource } from '../../../../metadata/byte-source.ts'

/** The engine as Prepare needs it for videos. Throws a `Fault` for what is wrong with a video. */
export type VideoEngine = {
  /**
   * Makes a video meet a rule and writes it as mp4. Undefined where it meets the rule already. Rejects soon after
   * `signal` aborts; nothing is written then.
   */
  prepare(
    source: ByteSource,
    rule: VideoRule,
    write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<VideoPreparation | undefined>
}
