import { afterAll } from 'vitest'
import { closeSharedRun } from './shared-run.ts'
// Apart from `plain-run.test.ts`, whose suites replace the engine before each test: long tests of these need it.
import './suites/batch.ts'
import './suites/recipes.ts'

afterAll(() => closeSharedRun('plain'))
