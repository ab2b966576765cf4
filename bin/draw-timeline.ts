import type { TimelineEntry } from './read-timeline.ts'

const WIDTH = 40

/** Draws an execution: one line a state, with its start, its length and a bar on a common scale. */
export const drawTimeline = (entries: TimelineEntry[]): string[] => {
  const total = Math.max(1, ...entries.map(({ atMs, ms }) => atMs + ms))
  const scale = (ms: number): number => Math.round((ms / total) * WIDTH)
  return entries.map(({ state, atMs, ms }) => {
    const bar = `${' '.repeat(scale(atMs))}${'█'.repeat(Math.max(1, scale(ms)))}`
    return `${state.padEnd(14)} ${seconds(atMs)}  ${seconds(ms)}  ${bar}`
  })
}

/** `  1.23 s`, aligned. */
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(2).padStart(6)} s`
