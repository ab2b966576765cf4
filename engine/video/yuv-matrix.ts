import type { ColourTags } from './video-info.ts'

/** The weights of red and blue in the luma of a video (ITU-R BT.601, BT.709 and BT.2020). */
export type LumaWeights = { red: number; blue: number }

const BT601 = { red: 0.299, blue: 0.114 }
const BT709 = { red: 0.2126, blue: 0.0722 }
const BT2020 = { red: 0.2627, blue: 0.0593 }

/** Of a video without a tag, as players guess: by its height. */
export function lumaWeights({ matrix }: ColourTags, height: number): LumaWeights {
  if (matrix === 'bt709') return BT709
  if (matrix?.startsWith('bt2020')) return BT2020
  if (matrix !== undefined) return BT601
  return height >= 720 ? BT709 : BT601
}

/** What turns limited-range Y'CbCr of 0 to 255 into R'G'B' of 0 to 255. */
export function toRgbFactors({ red, blue }: LumaWeights) {
  const green = 1 - red - blue
  const chroma = 255 / 224
  const redFromV = 2 * (1 - red) * chroma
  const blueFromU = 2 * (1 - blue) * chroma
  return {
    luma: 255 / 219,
    redFromV,
    blueFromU,
    greenFromU: (-blue / green) * blueFromU,
    greenFromV: (-red / green) * redFromV,
  }
}
