import {
  type HttpProviderOptions,
  httpProvider,
} from '../../pipeline/core/adapters/provider/http-provider.ts'
import { serviceCall } from '../../pipeline/core/adapters/provider/service-call.ts'
import { askForSlot, type Slot } from '../../pipeline/core/adapters/provider/upload-file.ts'
import type { OutgoingFile, Provider } from '../../pipeline/core/ports/provider.ts'

export { selectKey } from '../../pipeline/core/adapters/provider/service-keys.ts'
export { serviceSecret } from '../../pipeline/core/adapters/provider/service-secret.ts'
export { ServiceFailure } from '../../pipeline/core/ports/provider.ts'
export type { Slot }

/** Stands for a job: all tries call the service with one key, to whose account their files belong. */
export const TRIES = 'console-tries'

/** The service as somebody tries it: tasks with the pipeline's key, and slots that a page uploads to by itself. */
export type TryService = Pick<Provider, 'create' | 'status'> & {
  /** Throws `ServiceFailure`. */
  slot(file: Omit<OutgoingFile, 'body'>): Promise<Slot>
}

/** That service over HTTP. */
export function tryService(options: HttpProviderOptions): TryService {
  const { create, status } = httpProvider(options)
  const call = serviceCall(options)
  return {
    create,
    status,
    slot: (file) =>
      askForSlot(file, (path, body) =>
        call(TRIES, path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
  }
}
