import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import * as z from 'zod/mini'
import type { ModelUse } from '../catalog/costs/model-use.ts'
import { Fault, uninstalled, withFileRole } from '../catalog/failures/fault.ts'
import type { ByRole, Feature, FileRole, PictureRule, Stage } from '../catalog/features/feature.ts'
import { findFeature } from '../catalog/features/features.ts'
import { isPicture } from '../catalog/files/file-rule.ts'
import { describeIssue } from '../catalog/issues/describe-issue.ts'
import type { VideoExtent } from '../catalog/limits/video-shares.ts'
import { pictureFormat } from '../catalog/tasks/output-format.ts'
import { EFFECTS } from './effects/effects.ts'
import { type BindOptions, bindGenerator } from './generate/bind-generator.ts'
import type { Generator } from './generate/generator.ts'
import { inpainting, withInpainting } from './generate/with-inpainting.ts'
import { admitPicture } from './media/open-picture.ts'
import type { ModelBounds } from './models/model-bounds.ts'
import type { UserModel } from './models/model-manifest.ts'
import type { ModelNet } from './models/model-net.ts'
import type { OnnxRuntime } from './models/onnx-runtime.ts'
import type {
  EffectResult,
  EffectStep,
  EffectTask,
  InputFile,
  Perform,
  VideoShare,
} from './performers/performer.ts'
import { freePixels } from './raster/pixels/free-pixels.ts'
import { createReadingCache, type ReadingCache, readingKey } from './reading-cache.ts'
import { openVision } from './vision/load/open-vision.ts'
import { netsOfShare } from './vision/user-models/nets-of-share.ts'
import { findUserNet, type UserNet, type Vision } from './vision/vision.ts'

/** One task for the engine. */
export type PerformRequest = {
  /** A name of the catalogue. */
  feature: string
  stage: Stage
  /** The task's fields without its files; unknown ones are ignored, as on the wire. */
  params: Readonly<Record<string, unknown>>
  /** The input files as they were fetched; nothing about them is trusted. */
  files: Readonly<ByRole<InputFile>>
  /** Where a long result is left by its path. @default its bytes are given */
  folder?: string | undefined
  /** The most seconds of result there are units for; absent where the price is not by the second. */
  mostSeconds?: number | undefined
  /** What of a video that several workers share is made. @default all of it */
  share?: VideoShare | undefined
  /** Narrower or wider limits than the catalogue's. */
  limits?: Partial<Record<FileRole, PictureRule>>
}

type PerformOptions = {
  /** Ends the task at its next step; `AbortSignal.timeout(ms)` caps its time. */
  signal?: AbortSignal
  /** Told the length of what is going to be made, where the price is by the second, before it is made. */
  lengthKnown?: (seconds: number) => Promise<void>
  /** How calls of the generator are paid for and recorded. @default nobody keeps account of them */
  paying?: Omit<BindOptions, 'signal'>
  /** Called when a step of the task begins; the step before the first one opens the files and finds the target. */
  onStep?: (step: EffectStep) => void
  /** Told how many frames of a video are done, for each one. */
  onFrames?: (done: number, total: number) => void
  /** Among how many workers a video is shared. @default it is made whole */
  workersFor?: (video: VideoExtent) => number
}

type EngineOptions = {
  generator?: Generator | undefined
  models?: (() => Promise<readonly UserModel[]>) | undefined
  /** What carries ONNX files among these out. @default the installed one */
  onnxRuntime?: OnnxRuntime | undefined
  /** How long and in how much memory one of these may run. @default a minute, and 1 GB */
  modelBounds?: ModelBounds | undefined
  /** Models that are open already and stay so. @default the engine opens and closes its own */
  vision?: (() => Promise<Vision>) | undefined
  /** Where what was read of files is kept for later tasks. @default in the engine, up to 64 MB */
  readings?: ReadingCache | undefined
}

export type Engine = {
  /**
   * Carries out one task.
   * @throws Fault for everything a client can understand, with a message that may be shown; any other error is a defect
   */
  perform(request: PerformRequest, options?: PerformOptions): Promise<EffectResult>
  /** Starts the runtime of the models now. Each model itself is loaded by the first task that needs it. */
  warm(): Promise<void>
  /** The models, for work beside tasks: a thread can open them only once. */
  vision(): Promise<Vision>
  /** Frees the memory of the models. A task that is under way fails. */
  close(): Promise<void>
}

/**
 * By how much V8's heap may grow beyond what was live, in percent, before old objects are collected; for the process.
 * Of itself V8 lets a heap of some 25 MB grow by a few, and counts the pixels of pictures into it, so that it would
 * collect at nearly every picture: 15 to 30 % of the CPU of a look at two megapixels, for 15 to 100 MB less (measured).
 */
export const HEAP_GROWTH = '--heap-growing-percent=200'

/**
 * An engine for any number of tasks; one for each thread. Its models are loaded once, when first needed.
 * @param generator whom effects may ask for what must be invented
 * @param models reads the model files that users bring, when the first task needs models
 */
export function openEngine(options: EngineOptions = {}): Engine {
  const { generator, models, onnxRuntime, modelBounds, vision: given } = options
  const { readings = createReadingCache() } = options
  setFlagsFromString(HEAP_GROWTH)
  let opening: Promise<Vision> | undefined
  const open = (): Promise<Vision> => {
    opening ??= openWithModels(models, onnxRuntime, modelBounds).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const vision = given ?? open
  // Networks are opened late: only where users may have brought some are they asked before a task needs them.
  const mayHaveModels = (given ?? models) !== undefined
  return {
    perform: (request, options = {}) =>
      perform(request, { vision, generator, mayHaveModels, readings }, options),
    warm: async () => {
      await vision()
    },
    vision,
    close: async () => {
      const opened = await opening
      opening = undefined
      opened?.close()
    },
  }
}

async function openWithModels(
  read: EngineOptions['models'],
  onnxRuntime: OnnxRuntime | undefined,
  bounds: ModelBounds | undefined,
): Promise<Vision> {
  return await openVision({ models: await read?.(), onnxRuntime, bounds })
}

async function perform(
  request: PerformRequest,
  {
    vision,
    generator,
    mayHaveModels,
    readings,
  }: {
    vision: EffectTask['vision']
    generator: Generator | undefined
    mayHaveModels: boolean
    readings: ReadingCache
  },
  { signal, lengthKnown, onStep, onFrames, workersFor, paying }: PerformOptions,
): Promise<EffectResult> {
  const feature = findFeature(request.feature)
  if (!feature || (request.stage === 'pre-process' && !feature.preProcess)) {
    throw new Fault('parameter', `${request.feature} has no ${request.stage} task.`)
  }
  const performer = performerOf(request.feature, request.stage)
  if (!performer) throw uninstalled(request.feature)
  const checkpoint = (): Promise<void> => yieldToEventLoop(signal)
  const used: ModelUse[] = []
  const noted = async (): Promise<Vision> =>
    noteUse(netsOfShare(await vision(), request.share), used)
  const binding = { signal: signal ?? NEVER, ...(paying ?? unpaid()) }
  const asked = generator && bindGenerator(generator, binding)
  const inpaint = mayHaveModels && findUserNet((await noted()).userNets ?? [], 'inpaint')
  // Weakly: a task with many pictures may drop them one after the other.
  const decoded: WeakRef<Uint8ClampedArray>[] = []
  const admit: EffectTask['admitPicture'] = async (role, at = 0) => {
    await checkpoint()
    const rule = request.limits?.[role] ?? feature.files[role]
    if (!rule || !isPicture(rule)) throw new Error(`${role} of ${feature.name} is no picture.`)
    const { decode, decodeSmall } = await withFileRole(
      role,
      admitPicture(bytesIn(request, role, at), rule),
    )
    return {
      decode: async () => {
        const opened = await withFileRole(role, decode())
        decoded.push(new WeakRef(opened.picture.data))
        if (opened.note) notes.push(ofRole(role, opened.note))
        if (opened.gainMap && role === 'src') notes.push(WITHOUT_GAIN_MAP)
        const format = pictureFormat(request.params['output_format'])
        // A result has its source's format, or the one the client asks for.
        return format && role === 'src' ? { ...opened, format } : opened
      },
      decodeSmall,
    }
  }
  const notes: string[] = []
  const result = await performer({
    parameters: request.stage === 'effect' ? validatedParameters(feature, request.params) : {},
    mostSeconds: request.mostSeconds,
    lengthKnown: async (seconds) => lengthKnown?.(seconds),
    fileCount: (role) => filesIn(request, role).length,
    file: (role, at = 0) => fileIn(request, role, at),
    folder: request.folder,
    admitPicture: admit,
    openPicture: async (role, at) => await (await admit(role, at)).decode(),
    readOnce: async (way, files, read) => {
      // Receipts name the models of users that a task has used, which a kept reading would not say.
      if (mayHaveModels && (await vision()).userNets?.length) return await read()
      const key = readingKey(
        way,
        files.map(({ role, at }) => bytesIn(request, role, at)),
      )
      return await readings.readOnce(key, read)
    },
    vision: noted,
    generator: inpaint ? withInpainting(asked, inpaint, binding) : asked,
    ...(inpaint && { inpaint: inpainting(inpaint, binding) }),
    checkpoint,
    signal,
    share: request.share,
    ...(workersFor && { workersFor }),
    framesDone: (done, total) => onFrames?.(done, total),
    beginStep: (step) => onStep?.(step),
  })
  for (const pixels of decoded) freePixels(pixels.deref())
  const told = request.stage === 'effect' ? withNotes(result, notes) : result
  return used.length > 0 ? { ...told, models: used } : told
}

/** What results of pictures such as Ultra HDR say. */
const WITHOUT_GAIN_MAP =
  'The picture has a gain map for high dynamic range, which the result has not.'

/** The same with what is to be said of damaged files, behind what the effect says itself. */
function withNotes(result: EffectResult, notes: readonly string[]): EffectResult {
  if (notes.length === 0) return result
  const note = [result.results['note'], ...new Set(notes)].filter(Boolean).join(' ')
  return { ...result, results: { ...result.results, note } }
}

/** A sentence about a file, which says what file unless it is the source. */
function ofRole(role: FileRole, note: string): string {
  return role === 'src' ? note : `${role}: ${note}`
}

/** The same models, those of users’ files noting their use. */
function noteUse(vision: Vision, used: ModelUse[]): Vision {
  if (!vision.userNets?.length) return vision
  const userNets = vision.userNets.map((own): UserNet => {
    const run: ModelNet['run'] = async (inputs, output, clock) => {
      const { file, sha256, runtime, licence: stated } = own.manifest
      // Receipts travel in a header, which holds printable ASCII.
      const licence = stated.replace(/[^\x20-\x7e]/g, '?')
      if (!used.some((one) => one.sha256 === sha256)) used.push({ file, sha256, runtime, licence })
      return await own.net.run(inputs, output, clock)
    }
    return { ...own, net: { run } }
  })
  return { ...vision, userNets }
}

/** The signal of a task that nobody stops. */
const NEVER = new AbortController().signal

/** Payment where nobody keeps account. */
function unpaid(): Omit<BindOptions, 'signal'> {
  return { task: randomUUID(), reserve: async () => undefined, settle: async () => {} }
}

function filesIn({ files }: PerformRequest, role: FileRole): InputFile[] {
  return [files[role] ?? []].flat()
}

function fileIn(request: PerformRequest, role: FileRole, at: number): InputFile {
  const file = filesIn(request, role)[at]
  if (file) return file
  throw new Error(`${request.feature} was given no file ${role}[${at}].`)
}

function bytesIn(request: PerformRequest, role: FileRole, at: number): Uint8Array {
  const file = fileIn(request, role, at)
  if (file instanceof Uint8Array) return file
  throw new Error(`${role}[${at}] of ${request.feature} is a picture and was given by its path.`)
}

/** Whether this engine can carry a task out. */
export function isInstalled(feature: string, stage: Stage): boolean {
  return performerOf(feature, stage) !== undefined
}

function performerOf(feature: string, stage: Stage): Perform | undefined {
  return EFFECTS[feature]?.[stage]
}

function validatedParameters(
  feature: Feature,
  params: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = { ...feature.defaults, ...params }
  const parsed = z.safeParse(feature.parameters, fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Fault('parameter', issue ? describeIssue(issue, fields) : 'The parameters are invalid.')
}

/** Lets the event loop turn, without which timers and abort signals do not fire, and stops an aborted task. */
async function yieldToEventLoop(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  if (!signal?.aborted) return
  const late = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  throw new Fault('runtime', late ? 'The task ran out of time.' : 'The task was stopped.')
}
