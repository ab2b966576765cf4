import type { Dice } from '../dice.ts'
import type { WorkersWorld } from './world.ts'

type Check = (world: WorkersWorld, dice: Dice) => string[]

/** What must hold of the service's workers after every run; each line names the rule and what broke it. */
export const workersViolations: Check = (world, dice) =>
  [
    oneEnd,
    everyoneEnds,
    chargedOnce,
    paidOnce,
    allTold,
    fenced,
    oneAtATime,
    leftToItsWorker,
    calmSucceeds,
  ].flatMap((check) => check(world, dice))

/** A terminal record never changes. */
const oneEnd: Check = ({ tasks }) =>
  [...tasks.ends].flatMap(([id, records]) =>
    new Set(records).size > 1 ? [`end: ${id} ended as ${records.join(', then as ')}`] : [],
  )

/** Whatever was lost, a task ends: done, failed with a reason, or out of time. */
const everyoneEnds: Check = ({ tasks }) =>
  tasks
    .all()
    .filter(({ status }) => status === 'running')
    .map(({ id }) => `end: ${id} runs for ever`)

/** A success is charged once, anything else never. */
const chargedOnce: Check = ({ tasks, units }) =>
  tasks.all().flatMap(({ id, status }) => {
    const charges = units.charges.get(id)?.length ?? 0
    return charges > (status === 'success' ? 1 : 0) ? [`charge: ${id} paid ${charges} times`] : []
  })

/** No call of a generator is paid twice. */
const paidOnce: Check = ({ generator }) => {
  const paid = generator.calls.filter((call) => call.paid).map(({ task, nth }) => `${task}/${nth}`)
  return paid
    .filter((call, at) => paid.indexOf(call) !== at)
    .map((call) => `generator: ${call} was paid twice`)
}

/** Whoever ended a task, what was or may have been paid for it stands in its charge. */
const allTold: Check = ({ tasks, generator }) =>
  tasks.all().flatMap(({ id, generations = [] }) => {
    const paid = generator.calls.filter((call) => call.task === id && call.paid).length
    return generations.length < paid
      ? [`generator: ${id} tells ${generations.length} of ${paid} generations`]
      : []
  })

/** A worker whose task was taken over wrote nothing. */
const fenced: Check = ({ tasks }) =>
  tasks.writes
    .filter(({ holder, newest }) => holder !== newest)
    .map(({ task, verb }) => `fence: a worker that had lost ${task} wrote ${verb}`)

/** Two workers that live are at one task only where the lease of the first had expired when the second began. */
const oneAtATime: Check = ({ shifts }) =>
  shifts.flatMap((shift) =>
    shift.overlaps.map((other) => `lease: ${shift.worker} and ${other} were at ${shift.task}`),
  )

/** Nothing that a living worker is at is given up, and no answer is said to be lost that it waits for. */
const leftToItsWorker: Check = ({ takenAway, saidLost }) => [
  ...takenAway.map((id) => `lease: ${id} was given up while a worker was at it`),
  ...saidLost.map((id) => `lease: an answer for ${id} was said to be lost while a worker waited`),
]

/** Where nothing goes wrong, everything succeeds. */
const calmSucceeds: Check = ({ tasks }, { struck }) =>
  struck.length > 0
    ? []
    : tasks
        .all()
        .filter(({ status }) => status !== 'success')
        .map(({ id, errorMessage }) => `calm: ${id} failed: ${errorMessage}`)
