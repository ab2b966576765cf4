import { afterAll } from 'vitest'
import { closeTracedRun } from './traced-run.ts'
import './suites/correlation.ts'
import './suites/whole-way.ts'

afterAll(closeTracedRun)
