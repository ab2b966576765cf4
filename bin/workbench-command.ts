import { stackCommand } from './stack-command.ts'
import { openWorkbench } from './workbench.ts'

/** Makes a command that works on the pipeline. */
export const workbenchCommand = stackCommand(openWorkbench, 'DarkroomPipeline')
