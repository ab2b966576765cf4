import { openAccess } from '../../local/iam/access.ts'

const account = '000000000000'
const region = 'us-east-1'

/** The only key of the account of endpoints that a test starts alone. It may do everything. */
export const OPERATOR = { accessKeyId: 'local', secretAccessKey: 'local/secret+key' }

/** An account in which nobody but the operator may do anything. */
export function operatorOnly() {
  return openAccess(account, OPERATOR)
}

/** Region, account and access of an endpoint that a test starts alone. */
export function localAccount() {
  return { region, account, access: operatorOnly() }
}

/** The same for the thread of the tables. */
export const TABLES_ACCOUNT = { region, account, administrator: OPERATOR }
