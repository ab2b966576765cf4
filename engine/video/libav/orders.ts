/** What the program that starts this one wants, as JSON on the command line. */
export type ProbeOrder = { path: string; maxPixels: number }

export type DecodeOrder = {
  path: string
  stream: number
  filters: string
  maxPixels: number
  /** Ticks: what comes before the last key frame up to here is left out. */
  from?: number | undefined
}

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

export type AddSoundOrder = {
  picture: string
  path: string
  timescale: number
  audio?: AudioOrder | undefined
}

/** A file's audio for a new one; it ends after `seconds`. */
export type AudioOrder = {
  path: string
  stream: number
  copied: boolean
  seconds?: number | undefined
}
