import type { SignedUpload } from './broker.ts'

/** Files behind presigned URLs, for functions without a right to a bucket. */
export type SignedFiles = {
  /** @param url of a HEAD */
  has(url: string): Promise<boolean>
  /**
   * The bytes behind a URL, `'absent'` when there are none, or `'too large'` when there are more than `maxBytes`, which
   * is known before they are read.
   */
  get(
    url: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array | 'absent' | 'too large'>
  /** Like `get`, into a file at `path`, without having all bytes in memory. */
  download(
    url: string,
    path: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<'written' | 'absent' | 'too large'>
  /** Stores bytes, or a file of this machine without having all of it in memory. */
  put(upload: SignedUpload, file: Uint8Array | { path: string }): Promise<void>
}
