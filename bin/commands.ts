import type { Command } from 'commander'

/** A command before its file is loaded. */
export type Summary = {
  /** Its operands as the help shows them, in commander's form. */
  operands?: string
  /** The line of the help. */
  does: string
  load: () => Promise<Command>
}

/**
 * Every command by its name, in the order of the help. Loaded is only the one that is asked for: all of them together
 * bring the engine, four AWS clients and every effect's catalogue, which took more of the processor than most commands.
 */
export const COMMANDS: Readonly<Record<string, Summary>> = {
  start: {
    does: 'run the task service and the pipeline on this machine',
    load: async () => (await import('./commands/start.ts')).start(),
  },
  demo: {
    operands: '[photo]',
    does: 'start everything, develop one picture, show what happened, and stop',
    load: async () => (await import('./commands/demo.ts')).demo(),
  },
  drop: {
    operands: '<paths...>',
    does: 'drop files under a recipe: files, folders with all below them, or quoted patterns like "**/*.jpg"',
    load: async () => (await import('./commands/drop.ts')).drop(),
  },
  jobs: {
    does: 'list the latest jobs, newest first',
    load: async () => (await import('./commands/jobs.ts')).jobs(),
  },
  job: {
    operands: '<id>',
    does: 'show one job; its id is what `darkroom drop` and `darkroom jobs` print',
    load: async () => (await import('./commands/job.ts')).job(),
  },
  logs: {
    operands: '<job>',
    does: 'show the lines that all functions logged of a job, the newest last',
    load: async () => (await import('./commands/logs.ts')).logs(),
  },
  parked: {
    does: 'list the files that wait for the budget, or let them go on',
    load: async () => (await import('./commands/parked.ts')).parked(),
  },
  stop: {
    operands: '<id>',
    does: 'stop a running job; the task of our own service is stopped with it and costs nothing',
    load: async () => (await import('./commands/stop.ts')).stop(),
  },
  retry: {
    operands: '[job]',
    does: 'try a failed job again, or all that a retry can help; let a parked one go on',
    load: async () => (await import('./commands/retry.ts')).retry(),
  },
  batch: {
    does: 'work many files at once, and see how far that is',
    load: async () => (await import('./commands/batch.ts')).batch(),
  },
  recipes: {
    does: 'check, try, put, list, show and delete recipes, and put the files they name',
    load: async () => (await import('./commands/recipes.ts')).recipes(),
  },
  plan: {
    does: 'say how long so many files would take, what they would cost and what bounds them',
    load: async () => (await import('./commands/plan.ts')).plan(),
  },
  costs: {
    does: 'add up what ended jobs took, by recipe',
    load: async () => (await import('./commands/costs.ts')).costs(),
  },
  detect: {
    operands: '<kind> <image>',
    does: 'find faces, bodies or hands on this machine, without a running stack',
    load: async () => (await import('./commands/detect.ts')).detect(),
  },
  segment: {
    operands: '<kind> <image>',
    does: 'cut people, or their hair, skin and clothes, out of a picture on this machine',
    load: async () => (await import('./commands/segment.ts')).segment(),
  },
  effect: {
    operands: '<feature> <image>',
    does: 'apply an effect to a picture on this machine, without a running stack',
    load: async () => (await import('./commands/effect.ts')).effect(),
  },
  models: {
    does: 'networks of your own, as files (docs/models.md)',
    load: async () => (await import('./commands/models.ts')).models(),
  },
  connect: {
    does: 'give a deployed pipeline its key and webhook secret (needs AWS credentials)',
    load: async () => (await import('./commands/connect.ts')).connect(),
  },
  console: {
    does: 'let people use a deployed console (needs AWS credentials)',
    load: async () => (await import('./commands/console.ts')).consoleCommand(),
  },
  keys: {
    does: 'make, list, replace and switch off API keys',
    load: async () => (await import('./commands/keys.ts')).keys(),
  },
  units: {
    does: 'grant units to accounts and see what became of them',
    load: async () => (await import('./commands/units.ts')).units(),
  },
  webhooks: {
    does: 'say who hears of ended tasks, and see whether they did',
    load: async () => (await import('./commands/webhooks.ts')).webhooks(),
  },
  tasks: {
    does: 'list the tasks of an account, look at one, delete one',
    load: async () => (await import('./commands/tasks.ts')).tasks(),
  },
  doctor: {
    does: 'say what is wrong and what to do; status 2 for warnings, 3 for problems',
    load: async () => (await import('./commands/doctor.ts')).doctor(),
  },
  verify: {
    does: 'drop drawn pictures, check all that comes of them, remove them; status 3 on failure',
    load: async () => (await import('./commands/verify.ts')).verify(),
  },
}
