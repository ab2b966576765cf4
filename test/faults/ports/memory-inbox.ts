import type { Callback, Inbox, Outcome } from '../../../functions/pipeline/inbox/inbox.ts'

type TaskItem = { key?: string; outcome?: Outcome }

/** The inbox in memory, open to whoever checks it. */
export type MemoryInbox = Inbox & {
  callbacks: Map<string, Partial<Callback>>
  tasks: Map<string, TaskItem>
  /** Every outcome a callback was concluded with. */
  outcomes: Map<string, Outcome[]>
}

export const memoryInbox = (): MemoryInbox => {
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
  return {
    callbacks,
    tasks,
    outcomes,
    hold: async (key, { token, order, until, request }) =>
      change(callbacks, key, (item) =>
        order < (item.order ?? 0)
          ? item
          : { ...item, ...{ token, order, until, looks: 0 }, request: item.request ?? request },
      ) as Callback,
    ask: async (key, asker) =>
      change(callbacks, key, (item) => ({ ...item, asker: item.asker ?? asker })).asker ?? asker,
    unask: async (key) => {
      change(callbacks, key, ({ asker: _, ...item }) => item)
    },
    looked: async (key, looks) => {
      change(callbacks, key, (item) => ({ ...item, looks }))
    },
    link: async (key, taskId) => {
      change(callbacks, key, (item) => ({ ...item, taskId }))
      return change(tasks, taskId, (item) => ({ ...item, key })).outcome
    },
    arrive: async (taskId, outcome) =>
      change(tasks, taskId, (item) => ({ ...item, outcome: item.outcome ?? outcome })) as {
        outcome: Outcome
        key?: string
      },
    conclude: async (key, outcome) => {
      const callback = change(callbacks, key, (item) => ({
        ...item,
        outcome: item.outcome ?? outcome,
      })) as Callback
      outcomes.set(key, [...(outcomes.get(key) ?? []), callback.outcome ?? outcome])
      return callback
    },
    find: async (key) => structuredClone(callbacks.get(key)) as Callback | undefined,
  }
}
