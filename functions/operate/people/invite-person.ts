import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { ROLES, type Role } from '../../../catalog/console/role.ts'

/** Somebody who shall use the console, and the user pool that they sign in with. */
export type Invitation = { email: string; role: Role; poolId: string }

/** `invited`: sent a password; `remembered`: sent another, as the first was never used; `known`: signs in already. */
export type InvitationOutcome = 'invited' | 'remembered' | 'known'

/**
 * Lets somebody in with one role, which takes the place of any that they had. Cognito sends a password for the first
 * time to their address; it holds for seven days. Asked again it changes the role, and sends another password to who
 * never signed in.
 */
export async function invitePerson(
  { email, role, poolId }: Invitation,
  { cognito }: { cognito: CognitoIdentityProviderClient },
): Promise<InvitationOutcome> {
  const person = { UserPoolId: poolId, Username: email }
  const outcome = await letIn(person, cognito)
  // The new role first: nobody is without one in between.
  await cognito.send(new AdminAddUserToGroupCommand({ ...person, GroupName: role }))
  if (outcome === 'invited') return outcome
  const { Groups = [] } = await cognito.send(new AdminListGroupsForUserCommand(person))
  const held = Groups.map(({ GroupName }) => GroupName)
  // The highest of a person's groups counts.
  for (const GroupName of ROLES.filter((one) => one !== role && held.includes(one))) {
    await cognito.send(new AdminRemoveUserFromGroupCommand({ ...person, GroupName }))
  }
  return outcome
}

type Person = { UserPoolId: string; Username: string }

async function letIn(
  person: Person,
  cognito: CognitoIdentityProviderClient,
): Promise<InvitationOutcome> {
  const { Username: Value } = person
  // Cognito would send text messages otherwise.
  const byMail = { ...person, DesiredDeliveryMediums: ['EMAIL' as const] }
  try {
    const UserAttributes = [
      { Name: 'email', Value },
      { Name: 'email_verified', Value: 'true' },
    ]
    await cognito.send(new AdminCreateUserCommand({ ...byMail, UserAttributes }))
    return 'invited'
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error
  }
  const { UserStatus } = await cognito.send(new AdminGetUserCommand(person))
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return 'known'
  await cognito.send(new AdminCreateUserCommand({ ...byMail, MessageAction: 'RESEND' }))
  return 'remembered'
}
