import { askingDeps } from '../asking-deps.ts'
import { stepHandler } from '../step-handler.ts'
import { type PreProcessInput, preProcess } from './pre-process.ts'

const deps = askingDeps()

/** The state PreProcess: creates the detection task, whose end answers the token. */
export const handler = stepHandler((input: PreProcessInput) => preProcess(input, deps))
