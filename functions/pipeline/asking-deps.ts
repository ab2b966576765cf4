import { randomUUID } from 'node:crypto'
import { inbox, jobs, objects, provider, tokens, watch } from './wiring.ts'

/** What a state that asks the service for a task and waits for it works with. */
export function askingDeps() {
  return {
    jobs: jobs(),
    inbox: inbox(),
    objects: objects(),
    provider: provider(),
    tokens: tokens(),
    watch: watch(),
    unique: randomUUID,
    now: Date.now,
  }
}
