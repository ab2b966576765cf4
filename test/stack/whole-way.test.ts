import { afterAll } from 'vitest'
import { closeTracedRun } from './traced-run.ts'
import './suites/correlation.ts'
import './suites/whole-way.ts'
import './suites/generator.ts'

afterAll(closeTracedRun)
