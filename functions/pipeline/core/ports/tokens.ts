/** Resumes a state that waits for its callback token. */
export type Tokens = {
  /** Ends the state's wait with `output`. A token that was used, timed out or is unknown is no error. */
  succeed(token: string, output: Record<string, unknown>): Promise<void>
  /** Ends the state's wait with an error of this name. A token that was used, timed out or is unknown is no error. */
  fail(token: string, error: string, message: string): Promise<void>
}
