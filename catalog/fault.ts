/**
 * What can be wrong with a file or a picture, independent of how a feature spells it. The engine and the file
 * checks throw these; a feature's `codes` turn each into the task code its clients know.
 */
export const CONDITIONS = [
  /** The source URL could not be fetched. */
  'download',
  /** The file has no bytes. */
  'empty',
  /** More bytes than the feature allows. */
  'bytes',
  /** Not a supported format, or damaged or cut off. */
  'unreadable',
  /** Fewer or more pixels than the feature allows. */
  'dimensions',
  /** Nobody to work on, or the asked index does not exist. */
  'target',
  /** The person's pose or visibility does not suit the asked parameters. */
  'pose',
  /** A parameter this picture cannot honour. */
  'parameter',
  /** Out of time or an unexpected fault. */
  'runtime',
] as const

export type Condition = (typeof CONDITIONS)[number]

/** A condition met while working on one file, with a sentence that names what is wrong. Safe to show. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly condition: Condition

  constructor(condition: Condition, message: string, options?: ErrorOptions) {
    super(message, options)
    this.condition = condition
  }
}
