/** What a browser is told of a file. */
export type FileHeaders = {
  contentType: string
  /** What it is called when somebody saves it, in ASCII without quotes; absent where nobody should. */
  fileName?: string
}

/** Where uploaded files and results lie. */
export type FileStore = {
  /**
   * The bytes of an object, `'absent'` when there is none, or `'too large'` when it has more than `maxBytes`, which
   * is known before they are read.
   */
  get(
    key: string,
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array | 'absent' | 'too large'>
  put(key: string, bytes: Uint8Array, as: FileHeaders): Promise<void>
  /** Removes objects at once; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
}

/** Makes URLs that give whoever has them one operation on one object for some seconds. */
export type UrlSigner = {
  download(key: string, seconds: number): Promise<string>
  /** The PUT must carry exactly this type and length: both are signed. */
  upload(key: string, file: { contentType: string; size: number }, seconds: number): Promise<string>
  remove(key: string, seconds: number): Promise<string>
}
