import { computed, signal } from '@preact/signals'
import type { DropPlanAnswer } from '../../../catalog/console/drops.ts'
import { MAX_PLANNED } from '../../../catalog/console/upload-limits.ts'
import { RequestError, request } from '../api/request.ts'
import { refusal } from '../words/words.ts'
import type { CollectedFile } from './collect-files.ts'
import {
  askedFile,
  type DropChoices,
  type DropFile,
  dropFile,
  filesToSend,
  uploadedBytes,
} from './drop-file.ts'
import { rateMeter } from './rate.ts'
import { readFiles } from './read-files.ts'
import { rememberUploads } from './remembered-uploads.ts'
import { sendBytes } from './send-bytes.ts'
import { slices } from './slices.ts'
import { FileChanged, uploadFiles } from './upload-files.ts'

/*
 * A drop lives as long as the page: it goes on while somebody looks at jobs.
 */

/** Milliseconds between two times that progress is drawn. */
const DRAW_MS = 250

/** Files by their names, in the order in which they came. They are changed in place; `beat` says when. */
export const files = signal<readonly DropFile[]>([])
export const recipe = signal('')
export const plan = signal<DropPlanAnswer | undefined>(undefined)
export const choices = signal<DropChoices>({ again: false, incomplete: false })
/** What is done: files are read, their fate is asked for, or they go up. */
export const doing = signal<'nothing' | 'reading' | 'planning' | 'sending'>('nothing')
/** How many files of those that were chosen last were read so far. */
export const reading = signal(0)
export const paused = signal(false)
export const trouble = signal('')
/** How many files of names that were there already. */
export const twice = signal(0)
export const tooMany = signal(false)
/** Whether nothing answers while files go up. */
export const away = signal(false)
/** Counts how often something changed in a file. */
export const beat = signal(0)
/** Files of the drop that goes up or went up last. */
export const going = signal<readonly DropFile[]>([])

/** The files that would go up now. */
export const ready = computed(() => {
  beat.value
  const open = filesToSend(files.value, choices.value)
  return open.filter(({ status }) => status !== 'sent')
})

const meter = rateMeter()
let ending = new AbortController()
/** What waits until it may go on. */
const waiting: (() => void)[] = []
let asked = 0

/** How much of the drop went up, and how fast. */
export const progress = computed(() => {
  beat.value
  const all = going.value
  let [bytes, up, sent] = [0, 0, 0]
  for (const file of all) {
    bytes += file.size
    up += Math.min(file.size, uploadedBytes(file))
    if (file.status === 'sent') sent += 1
  }
  return { files: all.length, sent, bytes, up, perSecond: meter.perSecond() }
})

type Found = Iterable<CollectedFile> | AsyncIterable<CollectedFile>

/** What was dropped while other files were read comes after these. */
let taking: Promise<void> = Promise.resolve()

/** Takes files to those that are there, and asks what becomes of them all. */
export function addFiles(found: Found): Promise<void> {
  taking = taking.then(() => takeFiles(found))
  return taking
}

async function takeFiles(found: Found): Promise<void> {
  if (doing.value === 'sending') return
  doing.value = 'reading'
  reading.value = 0
  tooMany.value = false
  const known = new Map(files.value.map((file) => [file.name, file]))
  const fresh: DropFile[] = []
  let doubled = 0
  const turn = slices()
  try {
    for await (const one of found) {
      await turn(() => {
        if (known.has(one.name)) doubled += 1
        const file = dropFile(one)
        known.set(one.name, file)
        fresh.push(file)
      })
      if (known.size > MAX_PLANNED) {
        tooMany.value = true
        return
      }
    }
    await readFiles(fresh, (count) => {
      reading.value = count
    })
    twice.value = doubled
    files.value = [...known.values()]
  } catch (error) {
    trouble.value = refusal(error)
  } finally {
    doing.value = 'nothing'
  }
  await askPlan()
}

/** Asks what becomes of all files under the recipe; of two questions the later one counts. */
export async function askPlan(): Promise<void> {
  asked += 1
  const own = asked
  going.value = []
  const all = files.value
  plan.value = undefined
  if (recipe.value === '' || all.length === 0) return
  doing.value = 'planning'
  try {
    const answer = await request<DropPlanAnswer>('/drops/plan', {
      method: 'POST',
      body: { recipe: recipe.value, files: all.map(askedFile) },
    })
    if (own !== asked) return
    for (const [at, fate] of answer.fates.entries()) {
      const file = all[at]
      if (!file) continue
      file.fate = fate
      if (file.status !== 'sent') file.status = 'planned'
    }
    plan.value = answer
    trouble.value = ''
    beat.value += 1
  } catch (error) {
    if (own === asked) trouble.value = refusal(error)
  } finally {
    if (own === asked) doing.value = 'nothing'
  }
}

/** Sends what is ready, or what did not go up. */
export async function startDrop(): Promise<void> {
  const chosen = ready.value
  if (chosen.length === 0 || doing.value === 'sending') return
  going.value = chosen
  doing.value = 'sending'
  away.value = false
  trouble.value = ''
  for (const file of chosen) {
    file.sent = 0
    delete file.trouble
  }
  meter.reset()
  addEventListener('beforeunload', askFirst)
  const timer = setInterval(draw, DRAW_MS)
  try {
    await uploadFiles(chosen, recipe.value, {
      ask: askTelling,
      send: sendBytes,
      remembered: rememberUploads(localStorage),
      pause: (ms) => new Promise((on) => setTimeout(on, ms)),
      running,
      say: (error) => (error instanceof FileChanged ? '' : refusal(error)),
    })
  } catch (error) {
    trouble.value = refusal(error)
  } finally {
    clearInterval(timer)
    removeEventListener('beforeunload', askFirst)
    doing.value = 'nothing'
    draw()
  }
}

/** Asks, and says meanwhile that nothing answers. */
async function askTelling<Answer>(...asked: Parameters<typeof request>): Promise<Answer> {
  try {
    const answer = await request<Answer>(...asked)
    away.value = false
    return answer
  } catch (error) {
    away.value = error instanceof RequestError && error.code === 'Offline'
    throw error
  }
}

function draw(): void {
  const { up } = progress.peek()
  if (!paused.peek()) meter.add(up, performance.now())
  beat.value += 1
}

/** A page that is closed ends what goes up; what is there by then stays. */
function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

async function running(): Promise<AbortSignal> {
  while (paused.peek()) {
    await new Promise<void>((on) => waiting.push(on))
  }
  return ending.signal
}

/** Pauses, and lets go on. */
export function pauseDrop(on: boolean): void {
  paused.value = on
  if (on) ending.abort(new DOMException('Paused', 'AbortError'))
  else {
    ending = new AbortController()
    meter.reset()
    for (const go of waiting.splice(0)) go()
  }
}

/** Leaves all files behind. */
export function clearFiles(): void {
  if (doing.value === 'sending') return
  asked += 1
  files.value = []
  going.value = []
  plan.value = undefined
  twice.value = 0
  tooMany.value = false
  trouble.value = ''
  doing.value = 'nothing'
}
