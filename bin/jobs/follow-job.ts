import { setTimeout as pause } from 'node:timers/promises'
import {
  describeMissing,
  missingCompanions,
} from '../../functions/operate/drops/missing-companions.ts'
import { type Dropped, replacedDrop } from '../../functions/operate/drops/replaced-drop.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { describeState } from '../../functions/operate/timeline/describe-state.ts'
import { readTimeline } from '../../functions/operate/timeline/read-timeline.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { note, replaceLine } from '../program/say.ts'
import { seconds } from './draw-timeline.ts'
import { localProgress } from './local-progress.ts'

/** A machine of one's own may be asked often; an account is billed and throttled by the call. */
const EVERY_MS = { local: 150, deployed: 2_000 }

/**
 * Follows a job to its end and returns its record, with a line for each state: one that is rewritten on a terminal,
 * plain lines elsewhere. Every job ends by its own deadlines; `limitMs` gives up sooner. One that was `dropped` and can
 * never begin ends as `replacedDrop` says.
 */
export async function followJob(
  clients: OpenedPipeline,
  id: string,
  {
    out = process.stderr,
    limitMs = Number.POSITIVE_INFINITY,
    dropped,
  }: { out?: NodeJS.WriteStream; limitMs?: number; dropped?: Dropped } = {},
): Promise<Job> {
  const began = Date.now()
  const show = progress(out)
  while (Date.now() - began < limitMs) {
    const job =
      (await readJob(clients, id)) ?? (dropped && (await replacedDrop(clients, id, dropped)))
    const entries = await readTimeline(clients, id)
    const state = entries.at(-1)?.state
    const steps = job?.recipe.plan?.steps.length ?? 1
    // The last step is followed by MoreSteps, too.
    const done = entries.filter(({ state: entered }) => entered === 'MoreSteps').length
    const step = Math.min(steps, 1 + done)
    const missing = job && state === undefined ? await missingCompanions(clients, job) : undefined
    const frames = state === 'CreateTask' ? await localProgress(clients, id) : undefined
    const doing = missing
      ? describeMissing(missing)
      : (frames ?? describeState(state, job, step - 1))
    show.at(
      `step ${step}/${steps}  ${(state ?? 'waiting').padEnd(13)} ${doing}`,
      Date.now() - began,
    )
    if (job && job.status !== 'running') {
      show.end(job.status, Date.now() - began)
      return job
    }
    await pause(EVERY_MS[clients.local ? 'local' : 'deployed'])
  }
  throw new Error(`${id} has not ended after ${Math.round(limitMs / 60_000)} minutes; it goes on.`)
}

/** A line that differs from the one before only in the seconds that are left is not printed again. */
function withoutCountdown(text: string): string {
  return text.replace(/\d+ s are left$/, '')
}

function progress(out: NodeJS.WriteStream) {
  let shown = ''
  return {
    at: (text: string, elapsedMs: number): void => {
      const line = `${seconds(elapsedMs)}  ${text}`
      if (out.isTTY) replaceLine(line, out)
      else if (withoutCountdown(text) !== shown) note([line], out)
      shown = withoutCountdown(text)
    },
    end: (status: string, elapsedMs: number): void => {
      if (out.isTTY) replaceLine('', out)
      note([`${seconds(elapsedMs)}  ${status}`], out)
    },
  }
}
