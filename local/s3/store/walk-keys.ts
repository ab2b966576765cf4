/** The parameters of a listing. An empty delimiter groups nothing. */
export type Walk<Row> = {
  /** Rows with `from <= key < to` in key order, read as far as the walk needs. */
  rows: (from: Buffer, to: Buffer) => Iterable<Row>
  prefix: string
  delimiter: string
  /** The first key that may be listed, as bytes. */
  from: Buffer
  limit: number
}

/** An entry of a listing: a row, or all keys that share a prefix up to the delimiter. */
export type Listed<Row> = { row: Row } | { prefix: string }

/** Greater than every UTF-8 text. */
const CEILING = Buffer.from([0xff])

/**
 * Walks keys as S3 lists them: in byte order, with keys that share the part up to the first delimiter after the
 * prefix as one entry (Amazon S3 User Guide, "Organizing objects using prefixes"). Grouped keys are skipped, not
 * read.
 */
export function walkKeys<Row extends { key: Uint8Array }>(
  walk: Walk<Row>,
): { listed: Listed<Row>[]; truncated: boolean } {
  const prefix = Buffer.from(walk.prefix, 'utf8')
  const delimiter = Buffer.from(walk.delimiter, 'utf8')
  const to = prefix.length === 0 ? CEILING : afterPrefix(prefix)
  const listed: Listed<Row>[] = []
  let from: Buffer | undefined = Buffer.compare(walk.from, prefix) > 0 ? walk.from : prefix
  while (from !== undefined) {
    const rows: Iterable<Row> = walk.rows(from, to)
    from = undefined
    for (const row of rows) {
      if (listed.length >= walk.limit) {
        return { listed, truncated: walk.limit > 0 }
      }
      const group = groupOf(Buffer.from(row.key), prefix, delimiter)
      if (group === undefined) {
        listed.push({ row })
        continue
      }
      listed.push({ prefix: group.toString('utf8') })
      from = afterPrefix(group)
      break
    }
  }
  return { listed, truncated: false }
}

/** The smallest bytes greater than everything that begins with these. */
export function afterPrefix(bytes: Buffer): Buffer {
  const next = Buffer.from(bytes)
  // No byte of UTF-8 is 0xff, so this cannot overflow.
  next[next.length - 1] = next[next.length - 1]! + 1
  return next
}

/** The smallest bytes greater than this key. */
export function afterKey(key: string): Buffer {
  return Buffer.from(`${key}\0`, 'utf8')
}

/** The group of a key in a listing: `key` up to the delimiter, or undefined if it has none. */
export function groupOf(key: Buffer, prefix: Buffer, delimiter: Buffer): Buffer | undefined {
  const at = delimiter.length === 0 ? -1 : key.indexOf(delimiter, prefix.length)
  return at < 0 ? undefined : key.subarray(0, at + delimiter.length)
}
