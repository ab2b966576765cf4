/** Counts the bytes of the upload slots that an account was given in a day. */
export type UploadQuota = {
  /**
   * Adds `bytes` to the account's day, a date such as `2026-01-31`, unless they would be more than `most` together;
   * false then. One conditional write.
   */
  take(account: string, day: string, bytes: number, most: number): Promise<boolean>
  /** The bytes of the account's day. */
  read(account: string, day: string): Promise<number>
}
