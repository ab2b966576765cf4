import { afterAll } from 'vitest'
import { closeConsole } from './shared-console.ts'
// First, because it begins with a run into which nothing was dropped.
import './suites/follow-jobs.ts'
import './suites/another-target.ts'
import './suites/batches.ts'
import './suites/what-is-left.ts'
import './suites/live-list.ts'
import './suites/viewer.ts'
import './suites/second-half.ts'
import './suites/drops.ts'
import './suites/service.ts'

afterAll(closeConsole)
