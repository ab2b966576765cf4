/** Where model files and their manifests lie: a folder, or a prefix of a bucket. */
export type ModelSource = {
  /** The source as it is named to people. */
  name: string
  /** Names of the files, without a path. */
  list(): Promise<string[]>
  /** @throws Error in words when there is no such file, or one of more than `most` bytes */
  read(name: string, most: number): Promise<Uint8Array>
}
