import { endInWords } from './end-in-words.ts'
import { runProgram } from './run-program.ts'

// Whoever reads the output may stop early: `darkroom jobs | head`. A terminal that was closed takes none (EIO).
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
    process.exit(0)
  })
}

process.on('uncaughtException', endInWords)

const status = await runProgram(process.argv.slice(2))
if (status !== undefined) process.exitCode = status
