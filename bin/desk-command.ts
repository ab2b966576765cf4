import { accountName } from '../functions/service/accounts/account-name.ts'
import { openDesk } from './desk.ts'
import { stackCommand } from './stack-command.ts'

/** Makes a command that works on the stores of a service. An operand `<account>` must be an account's name. */
export const deskCommand = stackCommand(openDesk, 'DarkroomService', { '<account>': accountName })
