/**
 * Gives the memory of a picture's pixels back at once, whoever still holds them: they are gone. V8 counts them into its
 * heap and would collect all of that at every few pictures before it found them unused.
 * @param pixels undefined where they have been collected already
 */
export function freePixels(pixels: Uint8ClampedArray | undefined): void {
  if (!pixels) return
  const { buffer, byteLength } = pixels
  // Small pictures can share a buffer with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
