import { afterAll } from 'vitest'
import { closeSharedRun } from './shared-run.ts'
// First, because it counts the jobs of a run into which nothing else was dropped.
import './suites/console-jobs.ts'
import './suites/console-changes.ts'
import './suites/console-recipes.ts'
// Last, because nobody may sign in for a while after so many wrong secrets.
import './suites/console-safety.ts'

afterAll(() => closeSharedRun('console'))
