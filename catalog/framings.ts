import type { Framing } from './file-rule.ts'

/** What a picture of a face shows when it is cropped: the hair, and the neck. */
const HEAD = { finds: 'face', above: 0.4, below: 0.35 } as const

/** Skin simulation needs a face of 60 % of the picture's width, by the service's specification. */
export const CLOSE_UP = { ...HEAD, minWidth: 0.6, cropWidth: 0.68 } as const satisfies Framing

/** Fitzpatrick analysis and make-up need a face of a tenth of the picture's width, and of 100 pixels. */
export const PORTRAIT = {
  ...HEAD,
  minWidth: 0.1,
  minPixels: 100,
  cropWidth: 0.4,
} as const satisfies Framing

/** What is worn on ear or neck: a face as in a portrait, and the chest. No document says how large; this is ours. */
export const BUST = { ...HEAD, minWidth: 0.15, cropWidth: 0.4, below: 1 } as const satisfies Framing

/** What is worn on the wrist: a hand, and some of the arm on either side. No document says how large; this is ours. */
export const WRIST = {
  finds: 'hand',
  minWidth: 0.15,
  cropWidth: 0.4,
  above: 1,
  below: 1,
} as const satisfies Framing
