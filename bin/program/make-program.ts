import { Command, Help, type OutputConfiguration } from 'commander'
import { printable } from '../../catalog/json/unprintable.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { COMMANDS, type Summary } from '../commands.ts'

/**
 * The command line, which has not read any words yet. It throws a CommanderError where Commander would end the process.
 * @param words what stands behind `darkroom`; of the commands only the one that they name can act, the others are there
 * for the help
 * @param output where it writes instead of to the process
 */
export async function makeProgram(
  words: readonly string[],
  output: OutputConfiguration = {},
): Promise<Command> {
  const [first, second] = words.filter((word) => !word.startsWith('-'))
  const named = first === 'help' ? second : first
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
  for (const [name, summary] of Object.entries(COMMANDS)) {
    const made = name === named ? await summary.load() : announce(name, summary)
    made.copyInheritedSettings(program)
    for (const part of made.commands) part.copyInheritedSettings(program)
    program.addCommand(made)
  }
  return program
}

/** A command as far as the help of all shows it. */
function announce(name: string, { operands = '', does }: Summary): Command {
  const command = new Command(name).description(does)
  return operands === '' ? command : command.arguments(operands)
}
