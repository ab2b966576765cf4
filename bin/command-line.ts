import { CommanderError } from 'commander'
import { explainError } from './explain-error.ts'
import { makeProgram } from './make-program.ts'

// Whoever reads the output may stop early: `darkroom jobs | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}

try {
  await makeProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode
  } else {
    process.stderr.write(`darkroom: ${explainError(error)}\n`)
    process.exitCode = 1
  }
}
