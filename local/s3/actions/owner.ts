import { LOCAL_ACCOUNT } from '../events/object-created.ts'

/** The owner of everything, as listings show it. */
export const OWNER = { ID: LOCAL_ACCOUNT.padEnd(64, '0'), DisplayName: 'local' }
