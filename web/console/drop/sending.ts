/** A store did not take bytes: its status, or 0 where nothing answered. */
export class SendError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The bytes were answered ${status}.`)
    this.status = status
  }
}

export type Sending = {
  url: string
  body: Blob
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Told how many bytes went. */
  seen: (bytes: number) => void
}
