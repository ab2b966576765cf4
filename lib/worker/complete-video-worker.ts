import { join } from 'node:path'
import { placeBundle } from '../bundle/place-bundle.ts'
import { LIBAV_PACKAGE, LIBAV_PROGRAM } from '../bundle/worker-packages.ts'
import { completeWorker, WORKER_PLATFORM } from './complete-worker.ts'
import { installNative } from './install-native.ts'

/** Puts beside the bundle of a worker for videos what {@link completeWorker} does, and libav with its program. */
export function completeVideoWorker(folder: string): void {
  completeWorker(folder)
  placeBundle(LIBAV_PROGRAM, join(folder, 'libav'))
  installNative(LIBAV_PACKAGE, WORKER_PLATFORM, folder)
}
