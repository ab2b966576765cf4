import type { DressPart } from '../../catalog/generator/dress-table.ts'
import type { GeneratorAbility } from '../../catalog/generator/generator.ts'
import type { Size } from '../geometry/size.ts'
import type { Mask, Picture } from '../raster/picture.ts'

/**
 * The port to whatever can invent pictures. Pictures go in and come out decoded: sRGB, 8 bits, upright
 * ({@link Picture}). Which file format, which polarity of masks and which colour profile a generator speaks is its
 * adapter's business.
 *
 * An operation that is absent is one that the generator cannot do.
 */
export type Generator = {
  /** For receipts and messages, e.g. `bedrock`. */
  name: string
  limits: GeneratorLimits
  fill?: FillOperation
  extend?: Operation<ExtendCall, Picture>
  restyle?: RestyleOperation
  animate?: AnimateOperation
  dress?: DressOperation
  /** Features whose tasks ask it before the engine's own method. @default none */
  preferredFor?: readonly string[]
}

/** The pictures a generator takes. Adapters are given no others. */
export type GeneratorLimits = {
  /** Pixels, width times height. */
  maxPixels: number
  /** Pixels of the shorter side. */
  minSide: number
  /** The longer side divided by the shorter one. */
  maxRatio: number
  /** Both sides are multiples of it. */
  multipleOf: number
  /** Characters of a prompt. */
  maxPrompt: number
  /** The only sizes it makes; absent where it makes any. */
  sizes?: readonly Size[]
  /** The most pixels it adds on a side. @default any */
  maxMargin?: number
}

/** One thing a generator can do. */
export type Operation<Call, Content> = {
  /** The most dollars a call costs. */
  price(call: Call): number
  /** Whether a call that is repeated with the same token is carried out and paid once. */
  idempotent: boolean
  /**
   * @throws Fault `content` for a refusal by a filter, `parameter` for what the generator does not take, `runtime` for
   * everything else that fails
   */
  run(call: Call, context: CallContext): Promise<Generated<Content>>
}

export type FillOperation = Operation<FillCall, Picture> & {
  /** Whether calls have a prompt. Without one, what is there is taken out. */
  prompt: 'always' | 'maybe' | 'never'
  /** Whether a call may have a reference picture. */
  reference: boolean
}

export type RestyleOperation = Operation<RestyleCall, Picture> & {
  style: 'prompt' | 'picture' | 'either'
}

export type AnimateOperation = Operation<AnimateCall, Uint8Array> & {
  /** The lengths of video it makes, seconds. */
  seconds: readonly number[]
}

export type DressOperation = Operation<DressCall, Picture> & {
  /** The parts of a person it dresses. */
  parts: readonly DressPart[]
}

/** Fills a part of a picture. The result has the size of `picture`. */
export type FillCall = Wish & {
  picture: Picture
  /** 255 where new content belongs, 0 where the picture stays. Same size as the picture. */
  replace: Mask
  /** What the new content is to look like, such as a garment. */
  reference?: Picture | undefined
}

/** Continues a picture beyond its edges. The result is larger than `picture` by the margins. */
export type ExtendCall = Wish & { picture: Picture; margins: Margins }

/** Pixels to add on each side. */
export type Margins = { left: number; top: number; right: number; bottom: number }

/** Paints a picture anew. The result has the size of `picture`. */
export type RestyleCall = Wish & {
  picture: Picture
  style?: Picture | undefined
  /** How far the result may go from the picture, 0–1. */
  strength: number
}

/** Makes a video (MP4) that begins with a picture. */
export type AnimateCall = Wish & {
  picture: Picture
  /** One of those the operation makes. */
  seconds: number
  /** Lines of the video. */
  height: 540 | 720 | 1080
  /** Whether its end leads back to its beginning. */
  loop: boolean
}

/** Dresses a person. The result has the size of `picture`, all of which may be painted anew. */
export type DressCall = Pick<Wish, 'seed'> & {
  picture: Picture
  garment: Picture
  part: DressPart
  /** Whether the garment’s picture shows it alone, or on somebody; undefined where that is not known. */
  worn?: 'flat' | 'worn' | undefined
  /** What the garment is. */
  prompt?: string | undefined
  /** 255 where the picture may change, for a generator that takes a mask. Same size as the picture. */
  replace: Mask
}

/** What is wished for in words. The same seed and call give the same result where the generator can do that. */
type Wish = {
  prompt?: string | undefined
  /** What must not be there. */
  unwanted?: string | undefined
  /** A whole number, 0 to 4,294,967,294. */
  seed: number
}

export type CallContext = {
  /** Aborted when the task must end. */
  signal: AbortSignal
  /** Names the call: the same for a call that is repeated, and for no other. 64 hexadecimal digits. */
  token: string
  /** What the generator calls an earlier call with the same token, where its answer is still to come. */
  ticket?: string | undefined
  /** Keeps what the generator calls this call, before its answer is waited for. */
  keepTicket(ticket: string): Promise<void>
  /** How long an answer may be waited for in one go, milliseconds; then `NotYet` is thrown. @default any time */
  patienceMs?: number | undefined
}

/** What a generator made, and what the receipt says of it. */
export type Generated<Content> = {
  content: Content
  model: string
  /** The model's version, where the generator names it. */
  version?: string | undefined
  /** What the call cost, where the generator says; its price otherwise. */
  dollars: number
}

/** What a generator can do, in the words of the catalogue. */
export function abilitiesOf({
  fill,
  extend,
  restyle,
  animate,
  dress,
}: Generator): GeneratorAbility[] {
  return [
    ...(fill && fill.prompt !== 'always' ? (['erase'] as const) : []),
    ...(fill && fill.prompt !== 'never' ? (['fill'] as const) : []),
    ...(fill?.reference ? (['fill from a reference'] as const) : []),
    // A canvas can be filled around its source.
    ...(extend || (fill && fill.prompt !== 'never') ? (['extend'] as const) : []),
    ...(restyle ? (['restyle'] as const) : []),
    ...(animate ? (['animate'] as const) : []),
    ...(dress ? (['dress'] as const) : []),
  ]
}
