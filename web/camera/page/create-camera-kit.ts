import { closedFlow, type FlowEvent, stepFlow } from '../flow/flow.ts'
import { MODES } from '../modes/modes.ts'
import { type ReadOptions, readOptions } from '../options/read-options.ts'
import type { CameraFailure, CameraKit } from '../public-types.ts'
import { createEmitter } from './emitter.ts'
import { codeOf, Failed } from './failed.ts'
import { createOpening, type Opening } from './opening.ts'
import { startWorker, type WorkerLink } from './start-worker.ts'

/** The id of the page's element that the module is shown in. */
const ELEMENT = 'CameraKit-module'

/**
 * Makes the module of a page.
 * @param base the URL of the folder with the module's files
 */
export function createCameraKit(base: string): CameraKit {
  const { addEventListener, removeEventListener, emit } = createEmitter()
  let options: ReadOptions | undefined
  let flow = closedFlow()
  let opening: Opening | undefined
  let worker: Promise<WorkerLink> | undefined
  let heldWhileHidden = false
  const waiting: FlowEvent[] = []
  let working = false

  /** One worker serves all openings. One that could not be started is tried again at the next. */
  const link = (): Promise<WorkerLink> => {
    worker ??= startWorker(base)
    worker.catch(() => {
      worker = undefined
    })
    return worker
  }

  /** Carries events out one after the other: a listener of the page may cause the next while one is carried out. */
  const dispatch = (event: FlowEvent): void => {
    waiting.push(event)
    if (working) return
    working = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const step = stepFlow(flow, next)
      flow = step.flow
      for (const order of step.orders) {
        if (order === 'set up') setUp()
        else if (order === 'tear down') tearDown()
        else opening?.carryOut(order, flow.phase)
      }
    }
    working = false
  }

  const setUp = (): void => {
    const host = document.getElementById(ELEMENT)
    if (!options || !host) return
    flow = { ...flow, phases: MODES[options.mode].phases.length }
    opening = createOpening({
      host,
      base,
      options,
      emit,
      link,
      dispatch,
      isTaking: () => flow.state === 'checking',
      fail,
    })
    document.addEventListener('visibilitychange', onVisibility)
    emit('opened')
    emit('loading', 0)
  }

  const tearDown = (): void => {
    document.removeEventListener('visibilitychange', onVisibility)
    opening?.remove()
    opening = undefined
    emit('closed')
    // What was going on gets its turn to notice.
    setTimeout(() => dispatch('gone'))
  }

  const fail = (error: unknown): void => {
    const failure: CameraFailure =
      error instanceof Failed
        ? error.failure
        : {
            reason: 'module-failed',
            message: error instanceof Error ? error.message : String(error),
          }
    if (stepFlow(flow, 'fail').orders.length === 0) return
    dispatch('fail')
    opening?.showFailure(failure)
    if (failure.reason === 'low-resolution') emit('unsupportedResolution')
    emit('cameraFailed', codeOf(failure), failure)
  }

  /** Nobody looks at a hidden page; it takes no pictures. */
  const onVisibility = (): void => {
    if (document.hidden) {
      heldWhileHidden = stepFlow(flow, 'pause').orders.length > 0
      if (heldWhileHidden) dispatch('pause')
    } else if (heldWhileHidden) {
      heldWhileHidden = false
      dispatch('resume')
    }
  }

  return {
    version: '2.5',
    init: (given = {}) => {
      if (flow.state !== 'closed' && flow.state !== 'closing') {
        throw new Error('init: the module is open. Call close() first.')
      }
      options = readOptions(given, {
        width: innerWidth,
        height: innerHeight,
        screenWidth: screen.width,
        screenHeight: screen.height,
      })
    },
    openCameraKit: () => {
      if (!options) throw new Error('openCameraKit: call init() first.')
      if (!document.getElementById(ELEMENT)) {
        throw new Error(`openCameraKit: the page has no element with the id ${ELEMENT}.`)
      }
      dispatch('open')
    },
    close: () => dispatch('close'),
    addEventListener,
    removeEventListener,
    isLoaded: () => opening?.isLoaded() ?? false,
    pause: () => {
      heldWhileHidden = false
      dispatch('pause')
    },
    resume: (restartWebcam = false) => dispatch(restartWebcam ? 'restart' : 'resume'),
    getInfo: () => ({ fps: opening?.fps() ?? 0 }),
  }
}
