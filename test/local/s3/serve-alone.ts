import { openAccess } from '../../../local/iam/access.ts'
import { startS3 } from '../../../local/s3/start-s3.ts'
import { CREDENTIALS, REGION } from './credentials.ts'

// An endpoint in its own process, which a test kills. Its receiver never accepts an event.
const s3 = await startS3({
  dataDir: process.argv[2] ?? '',
  port: 0,
  region: REGION,
  access: openAccess('000000000000', CREDENTIALS),
  onObjectCreated: () => new Promise(() => undefined),
})
await s3.createBucket('drop', { notify: true })
process.stdout.write(`${s3.port}\n`)
