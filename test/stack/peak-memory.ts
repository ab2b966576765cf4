import { readFileSync } from 'node:fs'

/** The peak resident memory of a process in bytes, its threads included; undefined where the system does not tell. */
export function peakMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
