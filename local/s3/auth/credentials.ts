/** The one key pair the endpoint knows, and the region its signatures are scoped to. */
export type Credentials = { accessKeyId: string; secretAccessKey: string }

/** What a signature must be checked against. `now` in milliseconds since 1970. */
export type Verifier = { credentials: Credentials; region: string; now: number }
