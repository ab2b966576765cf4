import { stepHandler } from '../core/steps/step-handler.ts'
import { download, jobs, objects, provider } from '../core/wiring.ts'
import { type ChooseTargetInput, chooseTarget } from './choose-target.ts'

const deps = { jobs: jobs(), provider: provider(), objects: objects(), download: download() }

/** The state ChooseTarget: reads the detection and chooses the people that the effect works on. */
export const handler = stepHandler((input: ChooseTargetInput) => chooseTarget(input, deps))
