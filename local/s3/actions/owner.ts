import { LOCAL_ACCOUNT } from '../events/object-created.ts'

/** The owner of everything in listings. */
export const OWNER = { ID: LOCAL_ACCOUNT.padEnd(64, '0'), DisplayName: 'local' }
