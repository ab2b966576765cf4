/**
 * What is said of a video that is cut: an object is followed through the shot of its mask alone. Undefined where that
 * is the whole video.
 * @param shot its first and last frame
 * @param count of the video's frames
 */
export function tellShot(
  { first, last }: { first: number; last: number },
  count: number,
): string | undefined {
  if (first === 0 && last === count - 1) return undefined
  return (
    'The video is cut, and the object was removed from the shot of the mask’s frame alone, which is frames ' +
    `${first} to ${last} of the result, counted from 0: all others are as they were.`
  )
}
