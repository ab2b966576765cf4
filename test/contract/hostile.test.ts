import { hostileSuite } from './hostile-suite.ts'

/** `hostile.long.test.ts` makes several times as many. */
hostileSuite({ whole: 4, large: 1, field: 2, detection: 5, accepted: 1, any: 6 })
