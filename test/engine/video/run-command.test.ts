import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { probeVideo } from '../../../engine/video/probe-video.ts'
import { readFrames, type Workplace } from '../../../engine/video/read-frames.ts'
import { requireBounded, runCommand, STALL_MS } from '../../../engine/video/run-command.ts'
import type { Command, VideoDriver } from '../../../engine/video/video-driver.ts'
import { type Frame, frameBytes, type VideoInfo } from '../../../engine/video/video-info.ts'
import { writeVideo } from '../../../engine/video/write-video.ts'
import { evenly } from './draw-video.ts'

const SIZE = { width: 16, height: 16 }
const GIVEN = 3

/** Gives a few of the frames that are wanted, as a decoder does, and then does something else. */
const GIVES_SOME = `
for (let at = 0; at < ${GIVEN}; at++) {
  require('fs').writeSync(3, 'pts:' + at * 512 + '\\n')
  require('fs').writeSync(1, Buffer.alloc(${frameBytes(SIZE.width, SIZE.height)}))
}`
const CRASHES = "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)"
const HANGS = 'setInterval(() => {}, 1000)'

const INFO: VideoInfo = {
  path: 'none',
  ...SIZE,
  codedWidth: SIZE.width,
  codedHeight: SIZE.height,
  rotation: 0,
  timescale: 15_360,
  pts: Float64Array.from(evenly(30, 512)),
  seconds: 1,
  codec: 'h264',
  videoStream: 0,
  transfer: 'sdr',
  colours: {},
  isPlain: true,
  encrypted: false,
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-command-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** A driver all of whose commands are one script. */
function workplace(script: string): Workplace {
  const command = (): Command => ({ program: process.execPath, args: ['-e', script] })
  const driver: VideoDriver = {
    name: 'script',
    probe: command,
    decode: command,
    encode: command,
    addSound: command,
  }
  return { driver, folder }
}

/** Reads all frames that a script gives. */
async function readBy(script: string, frames: Frame[] = []): Promise<void> {
  for await (const frame of readFrames(INFO, SIZE, INFO.pts, workplace(script))) frames.push(frame)
}

const DAMAGED = {
  name: 'Fault',
  condition: 'unreadable',
  message: `The video is damaged: ${GIVEN} of 30 frames could be decoded.`,
}

const STOPPED = {
  name: 'Fault',
  condition: 'runtime',
  message: 'Decoding the video stood still for 60 s and was stopped.',
}

test('a decoder that crashes ends its task, and nothing else', async () => {
  await expect(readBy(GIVES_SOME + CRASHES)).rejects.toMatchObject(DAMAGED)
})

test('a decoder that hangs is ended, and its task with it, which may be tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const frames: Frame[] = []
  const read = expect(readBy(GIVES_SOME + HANGS, frames)).rejects.toMatchObject(STOPPED)
  while (frames.length < GIVEN) await sleep(10)
  vi.advanceTimersByTime(STALL_MS)
  await read
})

test('a program that crashes over an index says that the file cannot be read, one that hangs that it was stopped', async () => {
  const path = join(folder, 'index')
  await writeFile(path, 'no index')
  const unreadable = { name: 'Fault', condition: 'unreadable' }
  const probe = (script: string) => probeVideo(path, workplace(script).driver)
  await expect(probe(CRASHES)).rejects.toMatchObject(unreadable)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isOver = false
  const read = expect(probe(HANGS))
    .rejects.toMatchObject(STOPPED)
    .finally(() => {
      isOver = true
    })
  // The program is started only when the index was looked at.
  for (; !isOver; await sleep(10)) vi.advanceTimersByTime(STALL_MS)
  await read
})

test.skipIf(process.platform !== 'linux')(
  'a program that takes more memory than it may is ended',
  async () => {
    const memory = 150_000_000
    const grows = (bytes: number) => ({
      program: process.execPath,
      args: ['-e', `globalThis.held = Buffer.alloc(${bytes}, 1); setTimeout(() => {}, 1500)`],
    })
    const large = runCommand(grows(2 * memory), undefined, { memory })
    expect(await large.ended).toBe('SIGKILL')
    expect(() => requireBounded(large)).toThrow('The video takes more memory than there is for it.')
    const small = runCommand(grows(memory / 3), undefined, { memory })
    expect(await small.ended).toBe(0)
    requireBounded(small)
  },
)

test('no more frames are made for an encoder that crashed', async () => {
  const { driver } = workplace(CRASHES)
  const plan = { path: join(folder, 'x.mp4'), timescale: 30, interval: 1 / 30, colours: {} }
  const writer = writeVideo(plan, SIZE, { driver, folder }, 2)
  let made = 0
  const makeAll = async (): Promise<void> => {
    for (; made < 5000; made++) {
      await writer.write({ ...SIZE, planes: new Uint8Array(384), pts: made })
      await sleep(1)
    }
  }
  await expect(makeAll()).rejects.toThrow('The encoder ended with SIGSEGV')
  expect(made).toBeLessThan(5000)
})

test('a program sees no credentials, and where compiled code is kept', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const args = ['-e', 'process.stdout.write(JSON.stringify(process.env))']
  const { child, ended } = runCommand({ program: process.execPath, args }, undefined)
  let said = ''
  child.stdout?.on('data', (part) => {
    said += String(part)
  })
  expect(await ended).toBe(0)
  // Without it each process on a video strips and compiles its program anew.
  const kept = process.env['NODE_COMPILE_CACHE']
  const PATH = process.env['PATH']
  expect(JSON.parse(said)).toEqual({
    PATH,
    HOME: '/nonexistent',
    LC_ALL: 'C',
    NODE_COMPILE_CACHE: kept,
  })
})
