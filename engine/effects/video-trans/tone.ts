import type { Planes } from './planes.ts'
import { TONE_DARK, TONE_LEAST, TONE_LIGHT, TONE_SPEED } from './tuning.ts'

/** Levels of luma that count as black and as white. */
export type ToneRange = { black: number; white: number }

/** The range of a video's tones, frame by frame; begins anew where a scene does. */
export function trackTones(): (source: Planes, begins: boolean) => ToneRange {
  let range: ToneRange | undefined
  return (source, begins) => {
    const now = measure(source)
    range =
      begins || !range
        ? now
        : {
            black: range.black + TONE_SPEED * (now.black - range.black),
            white: range.white + TONE_SPEED * (now.white - range.white),
          }
    return range
  }
}

function measure({ y }: Planes): ToneRange {
  const counts = new Uint32Array(256)
  let all = 0
  for (let at = 0; at < y.length; at += 7, all++) counts[y[at]! & 255]!++
  const levelAt = (share: number): number => {
    let [level, sum] = [0, counts[0]!]
    while (sum < share * all && level < 255) sum += counts[++level]!
    return level
  }
  const [black, white] = [levelAt(TONE_DARK), levelAt(TONE_LIGHT)]
  const missing = Math.max(0, TONE_LEAST - (white - black)) / 2
  return { black: black - missing, white: white + missing }
}
