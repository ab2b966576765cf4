import type { WorkersVariant } from './world.ts'

/** Deliberately broken copies of the rules of leases. The checks must notice each of them. */
export const WORKERS_VARIANTS = {
  'a lease is taken that another worker holds': { store: { lease: true } },
  'a worker writes without its lease': { store: { fence: true } },
  'a call of a generator is not listed before it is made': { store: { listing: true } },
  'what a generator calls a call is not kept': { store: { tickets: true } },
  'what a generator calls a call is forgotten once it answered': {
    store: { settledTickets: true },
  },
  'a task that waits for an answer is not queued again': { forgetsPutOff: true },
  'a task is given up whoever is at it': { deafToLeases: true },
} satisfies Record<string, WorkersVariant>
