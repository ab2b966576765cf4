/** An error answer of an AWS JSON service. */
export class AwsError extends Error {
  override readonly name = 'AwsError'
  readonly code: string
  readonly status: number
  /**
   * The code of the older query protocol, which SQS clients still read (SQS Developer Guide, "AWS JSON protocol").
   */
  readonly queryCode: string | undefined

  constructor(
    code: string,
    message: string,
    options: { status?: number; queryCode?: string } = {},
  ) {
    super(message)
    this.code = code
    this.status = options.status ?? 400
    this.queryCode = options.queryCode
  }
}
