import type { CreditDeps } from '../../accounts/read-credit.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { LimitRequestDeps } from '../../rate/limit-request.ts'
import type { CreateTaskDeps } from '../../tasks/create-task.ts'
import type { CreateUploadsDeps } from '../../tasks/create-uploads.ts'
import type { DeleteTaskDeps } from '../../tasks/delete-task.ts'
import type { ReadTaskDeps } from '../../tasks/read-task.ts'

/** What answering requests needs. */
export type ApiDeps = CreateTaskDeps &
  CreateUploadsDeps &
  ReadTaskDeps &
  DeleteTaskDeps &
  CreditDeps &
  LimitRequestDeps & { keys: KeyStore }
