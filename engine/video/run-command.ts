import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { Fault } from '../../catalog/fault.ts'
import type { Command } from './video-driver.ts'

/** Milliseconds without any progress after which a process is taken for hung. */
export const STALL_MS = 60_000

/** Characters of a process's messages that are kept. */
const MESSAGES = 4000

/** A process that works on a video. */
export type Running = {
  child: ChildProcess
  /** Settles when the process has ended: its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
  /** The last that it said on standard error. */
  said(): string
  /** To be called when something came or went; a process without progress is ended. */
  progressed(): void
  /** While somebody else is waited for, no progress is expected. */
  pause(): void
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>
}

/**
 * Starts a program with its standard streams and descriptor 3 as pipes. It is killed when `signal` aborts and when it
 * makes no progress. It sees none of this process's environment, which may hold credentials.
 * @param stdout takes the place of that pipe
 */
export function runCommand(
  { program, args }: Command,
  signal: AbortSignal | undefined,
  stdout: Socket | 'pipe' = 'pipe',
): Running {
  const child = spawn(program, args, {
    stdio: ['pipe', stdout, 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', LC_ALL: 'C' },
    windowsHide: true,
  })
  let messages = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-MESSAGES)
  })
  // A process that ends early closes its pipes; its exit code says what happened.
  for (const stream of child.stdio) stream?.on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  const kill = (): void => void child.kill('SIGKILL')
  const pause = (): void => clearTimeout(timer)
  const progressed = (): void => {
    pause()
    timer = setTimeout(kill, STALL_MS)
    timer.unref()
  }
  progressed()
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', (cause) => reject(new Error(`${program} cannot be started.`, { cause })))
    child.once('close', (code, by) => resolve(code ?? by ?? 'SIGKILL'))
  }).finally(() => {
    pause()
    signal?.removeEventListener('abort', kill)
  })
  // Whoever asks for the end gets the reason too.
  ended.catch(() => {})
  return {
    child,
    ended,
    said: () => messages.trim(),
    progressed,
    pause,
    kill: async () => {
      kill()
      await ended.catch(() => {})
    },
  }
}

/** Throws what an aborted task throws. */
export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  throw new Fault('runtime', late ? 'The task ran out of time.' : 'The task was stopped.')
}
