import type { Planes } from './planes.ts'

/** Levels of luma that count as black and as white. */
export type ToneRange = { black: number; white: number }

/** Shares of the pixels that are darker than black, and not lighter than white. */
const DARK = 0.01
const LIGHT = 0.985

/** The least range, so that a plain frame stays plain. */
const LEAST = 70

/** How fast the range follows a video: slow enough not to be seen. */
const SPEED = 0.04

/** The range of a video's tones, frame by frame; begins anew where a scene does. */
export function trackTones(): (source: Planes, begins: boolean) => ToneRange {
  let range: ToneRange | undefined
  return (source, begins) => {
    const now = measure(source)
    range =
      begins || !range
        ? now
        : {
            black: range.black + SPEED * (now.black - range.black),
            white: range.white + SPEED * (now.white - range.white),
          }
    return range
  }
}

function measure({ y }: Planes): ToneRange {
  const counts = new Uint32Array(256)
  let all = 0
  for (let at = 0; at < y.length; at += 7, all++) counts[y[at]! & 255]!++
  const quantile = (share: number): number => {
    let [level, sum] = [0, counts[0]!]
    while (sum < share * all && level < 255) sum += counts[++level]!
    return level
  }
  const [black, white] = [quantile(DARK), quantile(LIGHT)]
  const missing = Math.max(0, LEAST - (white - black)) / 2
  return { black: black - missing, white: white + missing }
}
