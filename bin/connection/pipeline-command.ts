import { openPipelineClients } from './pipeline-clients.ts'
import { stackCommand } from './stack-command.ts'

/** Makes a command that works on the pipeline. */
export const pipelineCommand = stackCommand(openPipelineClients, 'DarkroomPipeline')
