import { requireAccountName } from '../../functions/service/admin.ts'
import { openAdminContext } from './admin-context.ts'
import { stackCommand } from './stack-command.ts'

/** Makes a command that works on the stores of a service. An operand `<account>` must be an account's name. */
export const adminCommand = stackCommand(openAdminContext, 'DarkroomService', {
  '<account>': requireAccountName,
})
