import { exceededCounters } from '../../functions/pipeline/core/budget/counters.ts'
import type { Inbox } from '../../functions/pipeline/core/ports/inbox.ts'
import { ETAG } from '../../functions/pipeline/core/ports/objects.ts'
import { isWrite } from '../../functions/pipeline/core/sources/write-version.ts'
import { DAMAGED, STOPPED } from './engine.ts'
import { textOf } from './text-pictures.ts'
import type { Variant } from './world.ts'

/** Deliberately broken copies of rules the pipeline stands on. The checks must notice each of them. */
export const VARIANTS = {
  'the token is stored after the task was created': {
    ports: (ports) => {
      const held = new Map<string, Parameters<Inbox['storeToken']>[1]>()
      const { inbox } = ports
      return {
        ...ports,
        inbox: {
          ...inbox,
          storeToken: async (key, waiting) => {
            held.set(key, waiting)
            return { ...(await inbox.findCallback(key)), ...waiting }
          },
          link: async (key, taskId, at) => {
            const early = await inbox.link(key, taskId, { token: '', order: 0 })
            const waiting = held.get(key)
            if (waiting) await inbox.storeToken(key, waiting)
            if (waiting) await inbox.link(key, taskId, at)
            return { ...early, token: at.token }
          },
        },
      }
    },
  },
  'a state that is tried again waits under its first token': {
    ports: (ports) => ({
      ...ports,
      inbox: {
        ...ports.inbox,
        storeToken: async (key, waiting) => {
          const earlier = await ports.inbox.findCallback(key)
          return {
            ...(await ports.inbox.storeToken(key, { ...waiting, ...earlier })),
            token: waiting.token,
          }
        },
      },
    }),
  },
  'nobody knows what URLs were made of': {
    ports: (ports) => ({
      ...ports,
      inbox: {
        ...ports.inbox,
        storeToken: (key, { signed: _, ...waiting }) => ports.inbox.storeToken(key, waiting),
      },
    }),
  },
  'the execution has a random name': {
    ports: (ports, dice) => ({
      ...ports,
      workflow: {
        ...ports.workflow,
        start: (name, input) =>
          ports.workflow.start(`${name}-${dice.between('random name', 0, 1e9)}`, input),
      },
    }),
  },
  'an ending is overwritten': {
    ports: (ports) => ({
      ...ports,
      jobs: {
        ...ports.jobs,
        finish: async (id, ending) => {
          ports.jobs.overwrite(id, ending)
          return ports.jobs.get(id)
        },
      },
    }),
  },
  'the newest version is hashed': {
    ports: (ports) => ({
      ...ports,
      objects: {
        ...ports.objects,
        open: ({ bucket, key }) => ports.objects.open({ bucket, key }),
      },
    }),
  },
  'a write is known by its bytes alone': {
    ports: (ports) => ({
      ...ports,
      objects: {
        ...ports.objects,
        head: async (object) => {
          const found = await ports.objects.head(object)
          return found && isWrite(found.version)
            ? { ...found, version: `${ETAG}${found.etag}` }
            : found
        },
      },
    }),
  },
  'an outcome is overwritten': {
    ports: (ports) => ({
      ...ports,
      inbox: {
        ...ports.inbox,
        recordOutcome: async (taskId, outcome) => {
          const { outcome: _, ...task } = ports.inbox.tasks.get(taskId) ?? {}
          ports.inbox.tasks.set(taskId, task)
          return ports.inbox.recordOutcome(taskId, outcome)
        },
      },
    }),
  },
  'parked files are forgotten': {
    ports: (ports) => ({
      ...ports,
      jobs: { ...ports.jobs, listParked: async () => ({ jobs: [] }) },
    }),
  },
  'the budget is looked at first and drawn on later': {
    ports: (ports) => ({
      ...ports,
      budgetAccount: {
        ...ports.budgetAccount,
        addEntry: async (day, name, entry, most = {}) => {
          const { totals } = await ports.budgetAccount.read(day)
          const exceeded = exceededCounters(totals, entry.adds, most)
          if (exceeded.length > 0) return { exceeded }
          await ports.pause(20_000)
          return ports.budgetAccount.addEntry(day, name, entry)
        },
      },
    }),
  },
  'preparing again gives other bytes': {
    ports: (ports) => ({
      ...ports,
      pictures: {
        ...ports.pictures,
        prepare: async (source, ...wanted) =>
          ports.pictures.prepare(
            Buffer.from(`${await textOf(source)} ${ports.uniqueId()}`),
            ...wanted,
          ),
      },
    }),
  },
  'a stopped engine is taken for damage': {
    ports: (ports) => ({
      ...ports,
      jobs: {
        ...ports.jobs,
        finish: (id, ending) =>
          ports.jobs.finish(
            id,
            'failure' in ending && ending.failure.message.includes(STOPPED)
              ? { ...ending, failure: { ...ending.failure, message: DAMAGED } }
              : ending,
          ),
      },
    }),
  },
  'nothing is tried again': {
    definition: (definition) =>
      JSON.parse(
        JSON.stringify(definition, (name, value) => (name === 'Retry' ? undefined : value)),
      ),
  },
  'nothing has a timeout': {
    definition: (definition) =>
      JSON.parse(
        JSON.stringify(definition, (name, value) =>
          name === 'TimeoutSeconds' ? undefined : value,
        ),
      ),
  },
} satisfies Record<string, Variant>
