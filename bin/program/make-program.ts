import { Command, Help, type OutputConfiguration } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { batch } from '../commands/batch.ts'
import { connect } from '../commands/connect.ts'
import { costs } from '../commands/costs.ts'
import { demo } from '../commands/demo.ts'
import { detect } from '../commands/detect.ts'
import { doctor } from '../commands/doctor.ts'
import { drop } from '../commands/drop.ts'
import { effect } from '../commands/effect.ts'
import { job } from '../commands/job.ts'
import { jobs } from '../commands/jobs.ts'
import { keys } from '../commands/keys.ts'
import { models } from '../commands/models.ts'
import { parked } from '../commands/parked.ts'
import { recipes } from '../commands/recipes.ts'
import { retry } from '../commands/retry.ts'
import { segment } from '../commands/segment.ts'
import { start } from '../commands/start.ts'
import { stop } from '../commands/stop.ts'
import { tasks } from '../commands/tasks.ts'
import { units } from '../commands/units.ts'
import { verify } from '../commands/verify.ts'
import { webhooks } from '../commands/webhooks.ts'
import { printable } from './say.ts'

const COMMANDS = [
  start,
  demo,
  drop,
  jobs,
  job,
  parked,
  stop,
  retry,
  batch,
  recipes,
  costs,
  detect,
  segment,
  effect,
  models,
  connect,
  keys,
  units,
  webhooks,
  tasks,
  doctor,
  verify,
]

/**
 * The command line with all its commands, which has not read any words yet. It throws a CommanderError where Commander
 * would end the process.
 * @param output where it writes instead of to the process
 */
export function makeProgram(output: OutputConfiguration = {}): Command {
  const program = new Command('darkroom')
    .description(
      'Develops pictures: drop a photo in a bucket, get it back with the effect applied.',
    )
    .version(packageJson.version)
    .exitOverride()
    // What stands behind a command is that command's, also where the one before it has such an option.
    .enablePositionalOptions()
    // Without the word for options, which nearly all have, the descriptions find room beside the names.
    .configureHelp({
      subcommandTerm: (command) => new Help().subcommandTerm(command).replace(' [options]', ''),
    })
    .configureOutput({
      outputError: (text, write) =>
        write(
          `darkroom: ${text
            .replace(/^error: /, '')
            .split('\n')
            .map(printable)
            .join('\n')}`,
        ),
      ...output,
    })
  for (const command of COMMANDS) {
    const made = command().copyInheritedSettings(program)
    for (const part of made.commands) part.copyInheritedSettings(program)
    program.addCommand(made)
  }
  return program
}
