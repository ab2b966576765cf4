import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { Fault } from '../../catalog/failures/fault.ts'
import type { Command } from './video-driver.ts'

/** Milliseconds without any progress after which a process is taken for hung. */
export const STALL_MS = 60_000

/**
 * Resident bytes that a process may have. Decoding 8192 x 4320 pixels with 16 reference frames takes 1.5 GB on two
 * cores, encoding 4096 x 2304 takes 1.0 (measured); every further core has a frame of its own.
 */
const MOST_MEMORY = 2_500_000_000

/** Milliseconds between two looks at the memory of a process. */
const LOOK_EVERY = 250

/** Characters of a process's messages that are kept. */
const MESSAGES = 4000

/** A process that works on a video. */
export type Running = {
  child: ChildProcess
  /** Settles when the process has ended: its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** The last that it said on standard error. */
  said(): string
  /** Whether it was ended because it took too much memory. */
  isTooLarge(): boolean
  /** Whether it was ended because nothing came or went. */
  isStalled(): boolean
  /** To be called when something came or went; a process without progress is ended. */
  progressed(): void
  /** While somebody else is waited for, no progress is expected. */
  pause(): void
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>
}

type Own = { stdin?: Socket | 'pipe'; stdout?: Socket | 'pipe'; memory?: number }

/**
 * Starts a program with its standard streams and descriptor 3 as pipes. It is killed when `signal` aborts and when it
 * makes no progress or takes too much memory. It sees none of this process's environment, which may hold credentials,
 * but where compiled code is kept.
 * @param own sockets that take the place of pipes, and the bytes of memory it may take
 */
export function runCommand(
  { program, args }: Command,
  signal: AbortSignal | undefined,
  { stdin = 'pipe', stdout = 'pipe', memory = MOST_MEMORY }: Own = {},
): Running {
  const child = spawn(program, args, {
    stdio: [stdin, stdout, 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', LC_ALL: 'C', ...compiledCode() },
    windowsHide: true,
  })
  let messages = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-MESSAGES)
  })
  // A process that ends early closes its pipes; its exit code says what happened.
  for (const stream of child.stdio) stream?.on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  let isStalled = false
  const kill = (): void => void child.kill('SIGKILL')
  const pause = (): void => clearTimeout(timer)
  const progressed = (): void => {
    pause()
    timer = setTimeout(() => {
      isStalled = true
      kill()
    }, STALL_MS)
    timer.unref()
  }
  progressed()
  let isTooLarge = false
  const watch = setInterval(async () => {
    if ((await memoryOf(child.pid)) <= memory) return
    isTooLarge = true
    kill()
  }, LOOK_EVERY)
  watch.unref()
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${program} cannot be started.`, { cause })))
    child.once('close', (code, by) => resolve(code ?? by ?? 'SIGKILL'))
  }).finally(() => {
    pause()
    clearInterval(watch)
    signal?.removeEventListener('abort', kill)
  })
  // Whoever asks for the end gets the reason too.
  ended.catch(() => {})
  return {
    child,
    ended,
    said: () => messages.trim(),
    isTooLarge: () => isTooLarge,
    isStalled: () => isStalled,
    progressed,
    pause,
    kill: async () => {
      kill()
      await ended.catch(() => {})
    },
  }
}

/** Resident bytes of a process by proc(5); 0 where the system has none, which then bounds nothing. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
}

/**
 * Throws where a process was ended because of the memory or the time it took for a video. Time says nothing about the
 * file: trying again may help.
 */
export function requireBounded({ isTooLarge, isStalled }: Ended): void {
  if (isTooLarge()) {
    throw new Fault('unsupported', 'The video takes more memory than there is for it.')
  }
  if (isStalled()) {
    const seconds = STALL_MS / 1000
    throw new Fault('runtime', `Decoding the video stood still for ${seconds} s and was stopped.`)
  }
}

type Ended = Pick<Running, 'isTooLarge' | 'isStalled'>

/** Throws what an aborted task throws. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  throw new Fault('runtime', late ? 'The task ran out of time.' : 'The task was stopped.')
}

/**
 * The variable by which a process of Node takes compiled code from where this one keeps its own, if it does: to strip
 * the types of libav's program anew takes each process .25 s of the processor, more than all else of a short video.
 */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  // Below the folder that was asked for Node makes one for each of its versions.
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
