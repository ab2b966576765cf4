/** The one key pair of the endpoint. */
export type Credentials = { accessKeyId: string; secretAccessKey: string }

/** What a signature is verified against. `now` in milliseconds since 1970. */
export type Verifier = { credentials: Credentials; region: string; now: number }
