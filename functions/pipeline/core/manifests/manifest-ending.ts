/** The ending of a manifest's key or file name, or undefined where it is none. */
export function manifestEnding(name: string): 'csv' | 'jsonl' | 'ndjson' | undefined {
  const ending = /\.(csv|jsonl|ndjson)$/i.exec(name)?.[1]
  return ending?.toLowerCase() as 'csv' | 'jsonl' | 'ndjson' | undefined
}

/** Whether a file may be a manifest by its name. */
export function isManifest(name: string): boolean {
  return manifestEnding(name) !== undefined
}
