/** What the program that starts this one wants, as JSON on the command line. */
export type ProbeOrder = { path: string }

export type DecodeOrder = { path: string; stream: number; filters: string; maxPixels: number }

export type EncodeOrder = {
  path: string
  timescale: number
  preset: string
  crf: string
  colours: {
    matrix?: string | undefined
    primaries?: string | undefined
    transfer?: string | undefined
  }
  pixelAspect?: string | undefined
  audio?: AudioOrder | undefined
}

/** A file's audio for a new one; it ends after `seconds`. */
export type AudioOrder = {
  path: string
  stream: number
  copied: boolean
  seconds?: number | undefined
}
