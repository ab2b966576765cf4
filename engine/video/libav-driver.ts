import { fileURLToPath } from 'node:url'
import { MAX_PIXELS, X264 } from './ffmpeg-driver.ts'
import type { AddSoundOrder, DecodeOrder, EncodeOrder, ProbeOrder } from './libav/orders.ts'
import type { Command, VideoDriver } from './video-driver.ts'

/** The program as a source, as a compiled file, and in the folder that is put beside a bundle. */
const PROGRAM = import.meta.url.endsWith('.mjs')
  ? new URL('./libav/index.mjs', import.meta.url)
  : new URL('./libav/run.ts', import.meta.url)

/** libav from npm in a process of its own, for machines without ffmpeg. */
export function libavDriver(): VideoDriver {
  return {
    name: 'libav',
    probe: (path) => run('probe', { path, maxPixels: MAX_PIXELS } satisfies ProbeOrder),
    decode: ({ info: { path, videoStream: stream }, filters, from }) =>
      run('decode', { path, stream, filters, from, maxPixels: MAX_PIXELS } satisfies DecodeOrder),
    encode: (plan) => run('encode', { ...plan, ...X264 } satisfies EncodeOrder),
    addSound: (plan) => run('add-sound', plan satisfies AddSoundOrder),
  }
}

function run(verb: string, order: object): Command {
  return { program: process.execPath, args: [fileURLToPath(PROGRAM), verb, JSON.stringify(order)] }
}
