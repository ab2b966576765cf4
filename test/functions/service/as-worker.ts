import {
  type CallBroker,
  remoteSegmentBroker,
  remoteTaskBroker,
} from '../../../functions/service/core/adapters/remote-broker.ts'
import { signedFiles } from '../../../functions/service/core/adapters/s3/signed-files.ts'
import type { SignedFiles } from '../../../functions/service/core/ports/signed-files.ts'
import type { RunTaskDeps } from '../../../functions/service/run-task/run-task.ts'
import {
  type ServeSegmentsDeps,
  serveSegments,
} from '../../../functions/service/serve-segments/serve-segments.ts'
import {
  type ServeWorkerDeps,
  serveWorker,
} from '../../../functions/service/serve-worker/serve-worker.ts'
import type { WorkSegmentsDeps } from '../../../functions/service/work-segments/work-segments-deps.ts'

/** What a worker of tasks has itself. */
export type OfWorker = Omit<RunTaskDeps, 'broker' | 'files'> & {
  /** What of the files behind presigned URLs is replaced. */
  signed?: Partial<SignedFiles> | undefined
}

/** Wraps what a function that is a broker is asked. */
export type Watch = (by: string, asked: unknown, answer: () => Promise<unknown>) => Promise<unknown>

type Watched = { watch?: Watch | undefined }

/** Asks a broker as over the wire: what it is asked and answers is JSON. */
export function overWire<Deps>(
  serve: (request: unknown, deps: Deps) => Promise<unknown>,
  deps: Deps,
): CallBroker {
  return async (request) => throughJson(await serve(throughJson(request), deps))
}

/** A worker whose broker runs in this process. */
export function asWorker(deps: OfWorker & ServeWorkerDeps & Watched): RunTaskDeps {
  const broker = remoteTaskBroker(watched('serve-worker', overWire(serveWorker, deps), deps))
  return { ...deps, broker, files: { ...signedFiles(), ...deps.signed } }
}

/** A worker of segments whose broker runs in this process. */
export function asSegmentWorker(
  deps: Pick<WorkSegmentsDeps, 'perform' | 'every'> & ServeSegmentsDeps & Watched,
): WorkSegmentsDeps {
  const call = watched('serve-segments', overWire(serveSegments, deps), deps)
  return { ...deps, broker: remoteSegmentBroker(call), files: signedFiles() }
}

function watched(by: string, call: CallBroker, { watch }: Watched): CallBroker {
  return watch ? (request) => watch(by, request, () => call(request)) : call
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null))
}
