/** The endings of what effects give; anything else is kept as it is, without an ending. */
const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'video/mp4': '.mp4',
}

/** S3 keys hold 1,024 bytes; the folder, an index and an ending need some of them. */
const MOST_STEM_BYTES = 800

/**
 * Where a result lies: `results/<job>/<stem of the dropped file><ending>`, with the target's index before the ending
 * when a job has several. The stem is the dropped key's last part without its ending, so no slash can lead elsewhere.
 */
export const resultKey = (
  job: string,
  sourceKey: string,
  contentType: string,
  index?: number,
): string => {
  const file = sourceKey.split('/').at(-1) ?? ''
  const stem = cut(file.replace(/(?!^)\.[^.]*$/, ''), MOST_STEM_BYTES) || 'result'
  const which = index === undefined ? '' : `.${index}`
  return `results/${job}/${stem}${which}${ENDINGS[contentType] ?? ''}`
}

/** At most `bytes` bytes of UTF-8, never half a character. */
const cut = (text: string, bytes: number): string => {
  let size = 0
  let kept = ''
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    kept += character
  }
  return kept
}
