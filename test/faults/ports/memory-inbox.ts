import type {
  Callback,
  Inbox,
  Meeting,
  Outcome,
} from '../../../functions/pipeline/core/ports/inbox.ts'

type TaskItem = Meeting & { order?: number }

/** The inbox in memory, whose contents the invariants can read. */
export type MemoryInbox = Inbox & {
  callbacks: Map<string, Partial<Callback>>
  tasks: Map<string, TaskItem>
  /** Every outcome that was returned for a task. */
  outcomes: Map<string, Outcome[]>
}

export function memoryInbox(now: () => number = Date.now): MemoryInbox {
  const callbacks = new Map<string, Partial<Callback>>()
  const tasks = new Map<string, TaskItem>()
  const outcomes = new Map<string, Outcome[]>()
  const change = <T extends object>(
    items: Map<string, T>,
    id: string,
    with_: (item: T) => T,
  ): T => {
    const item = with_(items.get(id) ?? ({} as T))
    items.set(id, item)
    return structuredClone(item)
  }
  const given = (taskId: string, with_: (item: TaskItem) => TaskItem): Meeting => {
    const item = change(tasks, taskId, with_)
    if (item.outcome) outcomes.set(taskId, [...(outcomes.get(taskId) ?? []), item.outcome])
    return item
  }
  return {
    callbacks,
    tasks,
    outcomes,
    storeToken: async (key, { token, order, until, request, signed, workSeconds, batched }) =>
      change(callbacks, key, (item) =>
        order < (item.order ?? 0)
          ? item
          : {
              ...item,
              token,
              order,
              until,
              looks: 0,
              ...(workSeconds !== undefined && { workSeconds }),
              ...(batched && { batched }),
              request: item.request ?? request,
              ...((item.signed ?? signed) && { signed: item.signed ?? signed }),
            },
      ) as Callback,
    storeRequest: async (key, renewed) => {
      change(callbacks, key, (item) => ({ ...item, ...renewed }))
    },
    acquireCreationLock: async (key, asker) =>
      change(callbacks, key, (item) => ({ ...item, asker: item.asker ?? asker })).asker ?? asker,
    releaseCreationLock: async (key) => {
      change(callbacks, key, ({ asker: _, ...item }) => item)
    },
    recordLooks: async (key, looks) => {
      change(callbacks, key, (item) => ({ ...item, looks }))
    },
    link: async (key, taskId, { token, order }) => {
      const createdAt = Math.floor(now() / 1000)
      change(callbacks, key, (item) => ({ createdAt, ...item, taskId }))
      return given(taskId, (item) =>
        order < (item.order ?? 0) ? item : { ...item, key, token, order },
      )
    },
    recordOutcome: async (taskId, outcome) =>
      given(taskId, (item) => ({ ...item, outcome: item.outcome ?? outcome })),
    findTask: async (taskId) => structuredClone(tasks.get(taskId)),
    findCallback: async (key) => structuredClone(callbacks.get(key)) as Callback | undefined,
  }
}
