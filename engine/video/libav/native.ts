import { createRequire } from 'node:module'

/**
 * The binding of libav (FFmpeg) that the packages `@seydx/node-av-<platform>` hold, as far as it is used here. They are
 * used without the package `node-av` around them: that one runs a script at installation which downloads a program, and
 * brings seventy packages for WebRTC. Times are `bigint` in a stream's time base; results below 0 are libav's errors.
 */
export type Native = {
  Packet: new () => Packet
  Frame: new () => Frame
  Codec: {
    findDecoder(id: number): object | null
    findEncoderByName(name: string): object | null
  }
  CodecContext: new () => CodecContext
  FormatContext: new () => FormatContext
  InputFormat: { findInputFormat(name: string): object | null }
  Dictionary: new () => { set(key: string, value: string, flags: number): number }
  Filter: { getByName(name: string): object | null }
  FilterGraph: new () => FilterGraph
  FilterInOut: new () => FilterInOut
  Log: { setLevel(level: number): void }
  avGetCodecName(id: number): string | null
  avGetSampleFmtName(format: number): string | null
  avChannelLayoutDescribe(layout: unknown): string | null
}

export type Rational = { num: number; den: number }

export type Packet = {
  streamIndex: number
  pts: bigint
  dts: bigint
  duration: bigint
  flags: number
  alloc(): void
  free(): void
  unref(): void
  clone(): Packet
  rescaleTs(from: Rational, to: Rational): void
}

export type Frame = {
  format: number
  width: number
  height: number
  pts: bigint
  bestEffortTimestamp: bigint
  pictType: number
  sampleAspectRatio: Rational
  colorRange: number
  colorSpace: number
  sampleRate: number
  channelLayout: unknown
  flags: number
  alloc(): void
  free(): void
  unref(): void
  toBuffer(): Buffer
}

export type CodecContext = {
  timeBase: Rational
  pktTimebase: Rational
  framerate: Rational
  flags: number
  width: number
  height: number
  pixelFormat: number
  sampleAspectRatio: Rational
  colorRange: number
  colorPrimaries: number
  colorTrc: number
  colorSpace: number
  sampleFormat: number
  sampleRate: number
  channelLayout: unknown
  bitRate: bigint
  frameSize: number
  allocContext3(codec: object): void
  freeContext(): void
  parametersToContext(parameters: CodecParameters): number
  open2Sync(codec: object, options: object | null): number
  sendPacketSync(packet: Packet | null): number
  receiveFrameSync(frame: Frame): number
  sendFrameSync(frame: Frame | null): number
  receivePacketSync(packet: Packet): number
}

export type CodecParameters = {
  codecType: number
  codecId: number
  codecTag: number
  codecTagString: string | null
  format: number
  width: number
  height: number
  sampleAspectRatio: Rational
  colorRange: number
  colorPrimaries: number
  colorTrc: number
  colorSpace: number
  copy(to: CodecParameters): number
  fromContext(context: CodecContext): number
  getCodedSideData(type: number): Buffer | null
}

export type Stream = {
  index: number
  codecpar: CodecParameters
  timeBase: Rational
  nbFrames: bigint
  disposition: number
}

export type FormatContext = {
  streams: Stream[] | null
  openInputSync(url: string, format: object | null, options: object | null): number
  findStreamInfoSync(options: object[] | null): number
  readFrameSync(packet: Packet): number
  seekFrameSync(stream: number, timestamp: bigint, flags: number): number
  allocOutputContext2(format: null, name: string, path: string): number
  newStream(codec: null): Stream
  openOutputSync(): number
  writeHeaderSync(options: object | null): number
  interleavedWriteFrameSync(packet: Packet): number
  writeTrailerSync(): number
  closeOutputSync(): void
}

export type FilterGraph = {
  alloc(): void
  free(): void
  createFilter(filter: object, name: string, args: string | null): FilterContext
  parsePtr(filters: string, inputs: FilterInOut, outputs: FilterInOut): number
  configSync(): number
}

export type FilterContext = {
  buffersrcAddFrameSync(frame: Frame | null, flags: number): number
  buffersinkGetFrameSync(frame: Frame): number
  buffersinkGetTimeBase(): Rational
}

export type FilterInOut = {
  alloc(): void
  name: string
  filterCtx: FilterContext
  padIdx: number
  next: FilterInOut | null
}

/** The name of the package with the binding for this machine. */
export function nativePackage(platform = process.platform, arch = process.arch): string {
  return `@seydx/node-av-${platform}-${arch}${platform === 'win32' ? '-msvc' : ''}`
}

/** Loads the binding. Throws where its package is not installed. */
export function loadNative(): Native {
  const native = createRequire(import.meta.url)(`${nativePackage()}/node-av.node`) as Native
  native.Log.setLevel(LOG_ERROR)
  return native
}

const LOG_ERROR = 16

/** `AVERROR_EOF`. */
export const END_OF_FILE = -541478725

/** `AVMEDIA_TYPE_*`. */
export const VIDEO = 0
export const AUDIO = 1

/** Throws where libav gave an error, with what was tried. */
export function check(result: number, what: string): number {
  if (result < 0) throw new Error(`${what} failed with ${result}.`)
  return result
}

/** Options for libav. */
export function dictionary(native: Native, entries: Readonly<Record<string, string>>): object {
  const made = new native.Dictionary()
  for (const [key, value] of Object.entries(entries)) made.set(key, value, 0)
  return made
}

/** Opens a file as such with the demuxer of mp4 and mov; it may name no other address. */
export function openFile(native: Native, path: string): FormatContext {
  const format = native.InputFormat.findInputFormat('mov')
  const context = new native.FormatContext()
  const options = dictionary(native, { protocol_whitelist: 'file' })
  check(context.openInputSync(`file:${path}`, format, options), 'Opening the file')
  check(context.findStreamInfoSync(null), 'Reading its streams')
  return context
}
