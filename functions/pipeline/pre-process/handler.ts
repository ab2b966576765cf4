import { stepHandler } from '../core/steps/step-handler.ts'
import { download, openTaskDeps } from '../core/wiring.ts'
import { type PreProcessInput, preProcess } from './pre-process.ts'

const deps = { ...openTaskDeps(), download: download() }

/** The state PreProcess: creates the detection task. The end of the task resumes the state. */
export const handler = stepHandler((input: PreProcessInput) => preProcess(input, deps))
