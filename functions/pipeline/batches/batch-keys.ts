/** Where the files of a batch lie in the results bucket, below the results' prefix. */
export function batchKeys(batch: string, prefix: string) {
  return {
    /** What there is to do, as Chunks. */
    chunks: `${prefix}batches/${batch}/chunks.jsonl`,
    /** What one chunk came to, as ItemEnds. */
    part: (chunk: number): string => `${prefix}batches/${batch}/parts/${chunk}.jsonl`,
    /** What every item came to, as ItemEnds in the order of the manifest. */
    results: `${prefix}batches/${batch}/results.jsonl`,
  }
}
