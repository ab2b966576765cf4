import { randomUUID } from 'node:crypto'
import { inbox, jobs, objects, provider, tokens, watch } from '../adapters.ts'
import { stepHandler } from '../step-handler.ts'
import { type PreProcessInput, preProcess } from './pre-process.ts'

const deps = {
  jobs: jobs(),
  inbox: inbox(),
  objects: objects(),
  provider: provider(),
  tokens: tokens(),
  watch: watch(),
  unique: randomUUID,
  now: Date.now,
}

/** The state PreProcess: creates the detection task, whose end answers the token. */
export const handler = stepHandler((input: PreProcessInput) => preProcess(input, deps))
