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

/** What is worn on the ear: a face as in a portrait, and the chest. No document says how large; this is ours. */
export const EARRING_FRAMING = {
  ...HEAD,
  minWidth: 0.15,
  cropWidth: 0.4,
  below: 1,
} as const satisfies Framing

/**
 * A necklace needs a neck of 15 % of the picture's width, by the service's documentation: about half of a face's. It
 * hangs down the chest by up to one and a half times a broad neck's width.
 */
export const NECK = {
  ...HEAD,
  minWidth: 0.3,
  cropWidth: 0.42,
  below: 1.8,
} as const satisfies Framing

/**
 * Hair needs a face of 128 pixels, by the service's documentation; room for new hair above, and shoulders below, for
 * which no document names a size: these are ours.
 */
export const HAIR = {
  finds: 'face',
  minWidth: 0.14,
  minPixels: 128,
  cropWidth: 0.25,
  above: 0.8,
  below: 1.1,
} as const satisfies Framing

/** Of a reference hair may hang down to the waist, and all of it has to show. */
export const WORN_HAIR = { ...HAIR, minWidth: 0.125, below: 2.2 } as const satisfies Framing

/** What is worn on the wrist: a hand, and some of the arm on either side. No document says how large; this is ours. */
export const WRIST = {
  finds: 'hand',
  minWidth: 0.15,
  cropWidth: 0.4,
  above: 1,
  below: 1,
} as const satisfies Framing

/** A face among others, with room on all sides for what a reshape moves. */
const IN_CONTEXT = { finds: 'face', cropWidth: 0.25, above: 0.8, below: 0.8 } as const

/** Face reshape needs a face larger than a twentieth of the picture's width and height, by its specification. */
export const RESHAPED_FACE = {
  ...IN_CONTEXT,
  minWidth: 1 / 20,
  minHeight: 1 / 20,
} as const satisfies Framing

/** Face lift needs a face of more than 32 x 32 pixels where the longer side has 640, by its specification. */
export const LIFTED_FACE = {
  ...IN_CONTEXT,
  minWidth: 0,
  minOfLonger: 32 / 640,
} as const satisfies Framing

/**
 * Body reshape names no least size, but tells few people apart: someone of a group is sent with their neighbours only,
 * and gets more of the pixels. The width is ours: people who fill a quarter of it are sent with the whole picture.
 */
export const STANDING = {
  finds: 'body',
  minWidth: 0.25,
  cropWidth: 0.45,
  above: 0.12,
  below: 0.08,
} as const satisfies Framing
