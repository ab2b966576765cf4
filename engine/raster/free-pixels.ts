import type { Picture } from './picture.ts'

/**
 * Gives the memory of a picture back at once, whoever still holds it: its pixels are gone. V8 counts them into its
 * heap and would collect all of that at every few pictures before it found them unused.
 */
export function freePixels({ data: { buffer, byteLength } }: Picture): void {
  // Small pictures can share a buffer with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
