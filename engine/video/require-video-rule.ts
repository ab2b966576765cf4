import { open, stat } from 'node:fs/promises'
import { Fault } from '../../catalog/failures/fault.ts'
import type { VideoRule } from '../../catalog/files/file-rule.ts'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import { describeFile } from '../media/describe-file.ts'
import type { VideoInfo } from './video-info.ts'

/** Frames a second that the frames of a file may come at on average. */
const MOST_RATE = 240

/** The codecs of the specification, by ffmpeg's names: MPEG-4 Part 2 and AVC. */
const VIDEO_CODECS: ReadonlySet<string> = new Set(['h264', 'mpeg4'])

/**
 * Audio beside them that can be decoded, and is encoded anew: AAC, AMR and MP3 of the specification, and what else
 * cameras, phones and editors write into mp4 and MOV.
 */
const AUDIO_CODECS =
  /^(?:aac|amr_nb|amr_wb|mp[123]|opus|vorbis|flac|alac|e?ac3|dts|truehd|qdm2|mace[36]|gsm|pcm_.+|adpcm_.+)$/

/** Pixels of a side below which there is nothing to see. */
const LEAST_SIDE = 16

/**
 * The checks of a file that need none of its content but the first bytes.
 * @throws Fault `empty`, `bytes`, `unreadable` or `unsupported`
 */
export async function requireVideoBytes(path: string, rule: VideoRule): Promise<void> {
  const { size } = await stat(path)
  if (size === 0) throw new Fault('empty', 'The source file holds no bytes.')
  if (size >= rule.maxBytes) {
    throw new Fault('bytes', `The file has ${size} bytes; fewer than ${rule.maxBytes} are allowed.`)
  }
  const head = await firstBytes(path)
  const found = sniffFormat(head)
  if (found !== 'mp4' && found !== 'mov') {
    throw new Fault(
      'unreadable',
      `${describeFile(head, 'video')}; this feature takes ${names(rule.containers)}.`,
    )
  }
  if (!rule.containers.includes(found)) {
    throw new Fault('unsupported', `The file is MOV; this feature takes ${names(rule.containers)}.`)
  }
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * The checks of what a file holds.
 * @throws Fault `unsupported`, `dimensions` or `seconds`
 */
export function requireVideoRule(info: VideoInfo, rule: VideoRule): void {
  const { codec, width, height, seconds, pts } = info
  if (info.encrypted) throw new Fault('unsupported', 'The video is encrypted.')
  if (!VIDEO_CODECS.has(codec)) {
    throw new Fault(
      'unsupported',
      `The video is coded in ${codec}; this feature takes MPEG-4 and AVC.`,
    )
  }
  requireAudio(info)
  if (Math.max(width, height) > rule.maxLongSide) {
    throw new Fault(
      'dimensions',
      `The video has ${width} x ${height} pixels; the longer side may have ${rule.maxLongSide}.`,
    )
  }
  if (Math.min(width, height) < LEAST_SIDE) {
    throw new Fault(
      'dimensions',
      `The video has ${width} x ${height} pixels; ${LEAST_SIDE} are needed.`,
    )
  }
  if (seconds > rule.maxSeconds && rule.longer === 'refused') {
    throw new Fault(
      'seconds',
      `The video has ${seconds.toFixed(1)} seconds; ${rule.maxSeconds} are allowed.`,
    )
  }
  if (pts.length > 1 && pts.length / seconds > MOST_RATE + 1) {
    throw new Fault(
      'unsupported',
      `The video has ${Math.round(pts.length / seconds)} frames a second; ${MOST_RATE} are allowed.`,
    )
  }
}

/**
 * What the audio of a video has to be.
 * @throws Fault `unsupported`
 */
export function requireAudio({ audioCodec }: VideoInfo): void {
  if (audioCodec === undefined || AUDIO_CODECS.test(audioCodec)) return
  throw new Fault('unsupported', `The audio is ${audioCodec}, which cannot be decoded.`)
}

function names(containers: readonly string[]): string {
  return containers.map((container) => container.toUpperCase()).join(' and ')
}
