import { openDesk } from './desk.ts'
import { stackCommand } from './stack-command.ts'

/** Makes a command that works on the stores of a service. */
export const deskCommand = stackCommand(openDesk, 'DarkroomService')
