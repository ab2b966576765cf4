import type { Callback, Inbox, Outcome } from '../../../functions/pipeline/inbox/inbox.ts'

type TaskItem = { key?: string; outcome?: Outcome }

/** The inbox in memory. `outcomes` are all an item ever had, to tell whether one was overwritten. */
export type MemoryInbox = Inbox & {
  callbacks: Map<string, Partial<Callback>>
  tasks: Map<string, TaskItem>
}

export const memoryInbox = (): MemoryInbox => {
  const callbacks = new Map<string, Partial<Callback>>()
  const tasks = new Map<string, TaskItem>()
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
    conclude: async (key, outcome) =>
      change(callbacks, key, (item) => ({ ...item, outcome: item.outcome ?? outcome })) as Callback,
    find: async (key) => structuredClone(callbacks.get(key)) as Callback | undefined,
  }
}
