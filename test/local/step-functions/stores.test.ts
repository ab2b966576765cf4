import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../local/step-functions/store/open-database.ts'
import { outboxStore } from '../../../local/step-functions/store/outbox.ts'
import { slowEvaluationStore } from '../../../local/step-functions/store/slow-evaluations.ts'
import { tempDir } from './rig.ts'

function opened() {
  const db = openDatabase(join(tempDir(), 'not', 'there'))
  onTestFinished(() => db.close())
  return db
}

test('what fails in a transaction is undone, and the next is another', () => {
  const db = opened()
  const outbox = outboxStore(db)
  const failing = () =>
    db.transaction(() => {
      outbox.add('a', 1)
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  expect(outbox.nextDue()).toBeNull()
  expect(db.transaction(() => db.transaction(() => outbox.add('b', 2)))).toBe(1)
  expect([outbox.nextDue(), outbox.due(1), outbox.due(2)?.body]).toEqual([2, undefined, 'b'])
})

test('a statement is prepared once', () => {
  const db = opened()
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  for (let times = 0; times < 2; times += 1) db.get('SELECT 1')
  expect(prepare).toHaveBeenCalledTimes(1)
})

test('an execution counts the processes that ended in the middle of its slow expressions', () => {
  const slow = slowEvaluationStore(opened())
  expect(slow.ended(1)).toBe(0)
  slow.open(1)
  slow.open(2)
  slow.close(2)
  slow.countEnded()
  slow.countEnded()
  expect([slow.ended(1), slow.ended(2)]).toEqual([1, 0])
  slow.open(1)
  slow.countEnded()
  expect(slow.ended(1)).toBe(2)
  slow.forget(1)
  expect(slow.ended(1)).toBe(0)
})
