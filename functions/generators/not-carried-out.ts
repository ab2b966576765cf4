/** A call to a generator that was certainly not carried out and so not paid: it may be made again. */
export class NotCarriedOut extends Error {
  override readonly name = 'NotCarriedOut'
  /** How long the generator asks to wait, milliseconds. */
  readonly waitMs: number

  constructor(
    message: string,
    { waitMs = 0, ...options }: ErrorOptions & { waitMs?: number } = {},
  ) {
    super(message, options)
    this.waitMs = waitMs
  }
}
