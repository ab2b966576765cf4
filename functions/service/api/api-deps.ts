import type { CreditDeps } from '../credit/read-credit.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { CreateTaskDeps } from './create-task.ts'
import type { CreateUploadsDeps } from './create-uploads.ts'
import type { DeleteTaskDeps } from './delete-task.ts'
import type { LimitRequestDeps } from './limit-request.ts'
import type { ReadTaskDeps } from './read-task.ts'

/** What answering requests needs. */
export type ApiDeps = CreateTaskDeps &
  CreateUploadsDeps &
  ReadTaskDeps &
  DeleteTaskDeps &
  CreditDeps &
  LimitRequestDeps & { keys: KeyStore }
