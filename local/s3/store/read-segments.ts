import { Readable } from 'node:stream'
import type { Bodies, Segment } from './open-bodies.ts'
import type { Index } from './open-index.ts'

/** The segments of a version in order. */
export function versionSegments(index: Index, seq: number): Segment[] {
  return index.all<Segment>('SELECT body, size FROM segment WHERE seq = ? ORDER BY number', seq)
}

/**
 * Streams bytes `start` to `end` (inclusive) of a version. Its bodies stay on disk until the stream closes, even if
 * the version is replaced meanwhile, so a reader never gets a mixture.
 */
export function readSegments(
  bodies: Bodies,
  segments: readonly Segment[],
  start: number,
  end: number,
): Readable {
  const pieces = cut(segments, start, end)
  const unpin = bodies.pin(pieces.map((piece) => piece.body))
  const only = pieces.length === 1 ? pieces[0] : undefined
  const stream =
    only === undefined
      ? Readable.from(concatenate(bodies, pieces), { objectMode: false })
      : bodies.read(only.body, only.start, only.end)
  return stream.once('close', unpin)
}

type Piece = { body: string; start: number; end: number }

function cut(segments: readonly Segment[], start: number, end: number): Piece[] {
  const pieces: Piece[] = []
  let offset = 0
  for (const { body, size } of segments) {
    const from = Math.max(start - offset, 0)
    const to = Math.min(end - offset, size - 1)
    if (from <= to) {
      pieces.push({ body, start: from, end: to })
    }
    offset += size
  }
  return pieces
}

async function* concatenate(bodies: Bodies, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const { body, start, end } of pieces) {
    yield* bodies.read(body, start, end)
  }
}
