import type { Task, TaskProgress } from '../model/task.ts'

/** How far a video is, as status responses have it. */
export type FrameProgress = {
  frames_done: number
  frames_total: number
  /** Absent until there is something to count. */
  frames_per_second?: number
  seconds_left?: number
}

/** How far a running task is, over all workers that share it; undefined where nothing is counted yet. */
export function progressOf({
  progress,
  shared,
}: Pick<Task, 'progress' | 'shared'>): TaskProgress | undefined {
  if (!shared) return progress
  const { frames, before, since, at } = shared
  const done = Object.values(shared.done).reduce((sum, own) => sum + own, before)
  return { done, total: before + frames, since, at }
}

/** Frames done, their rate so far, and how long the others take at that rate. */
export function frameProgress({ done, total, since, at }: TaskProgress): FrameProgress {
  const seconds = (at - since) / 1000
  // The first frame is the one the count begins at.
  const rate = seconds > 0 ? (done - 1) / seconds : 0
  return {
    frames_done: done,
    frames_total: total,
    ...(rate > 0 && {
      frames_per_second: Math.round(rate * 10) / 10,
      seconds_left: Math.ceil((total - done) / rate),
    }),
  }
}
