import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { Command, Option } from 'commander'
import { ROLES, type Role } from '../../catalog/console/role.ts'
import {
  type InvitationOutcome,
  invitePerson,
} from '../../functions/operate/people/invite-person.ts'
import { findUserPool } from '../connection/find-user-pool.ts'
import { say, sayJson } from '../program/say.ts'

/** `darkroom console`: who may use a deployed console. */
export function consoleCommand(): Command {
  return new Command('console')
    .description('let people use a deployed console (needs AWS credentials)')
    .addCommand(invite())
}

type Options = { role: Role; stack: string; json?: true }

const SAYS: Readonly<Record<InvitationOutcome, string>> = {
  invited: 'was sent a password for the first time, which holds for seven days',
  remembered: 'never signed in, and was sent another password, which holds for seven days',
  known: 'signs in already',
}

function invite(): Command {
  return new Command('invite')
    .description('let somebody use the console, or change their role')
    .argument('<email>', '', requireAddress)
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .option('--stack <name>', 'stack of the console', 'DarkroomConsole')
    .option('--json', 'print JSON')
    .action(async (email: string, { role, stack, json }: Options) => {
      const poolId = await findUserPool(stack)
      const cognito = new CognitoIdentityProviderClient({})
      try {
        const outcome = await invitePerson({ email, role, poolId }, { cognito })
        if (json) sayJson({ email, role, outcome })
        else say(`${email} ${SAYS[outcome]}; role: ${role}.`)
      } finally {
        cognito.destroy()
      }
    })
}

/** Cognito takes names of at most 128 characters. */
function requireAddress(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 128) return text
  throw new Error(`${text} is no address of e-mail.`)
}
