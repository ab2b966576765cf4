import { afterEach, beforeEach } from 'vitest'

/**
 * Runs before each test file. After a test that did not end in its time the file's other tests are skipped: they mostly
 * wait for the same thing, a browser or a run that does not answer, and each would take its whole time, an hour
 * together.
 */

const DID_NOT_END = /^(Test|Hook) timed out in \d+ms/

let hanging: string | undefined

beforeEach(({ skip }) => {
  if (hanging !== undefined) skip(`“${hanging}” of this file did not end`)
})

afterEach(({ task }) => {
  if (task.result?.errors?.some(({ message }) => DID_NOT_END.test(message ?? '')))
    hanging = task.name
})
