import { hostileSuite } from './hostile-suite.ts'

/** `hostile.long.test.ts` makes several times as many. */
hostileSuite({ large: 2, field: 4, detection: 10, accepted: 2, any: 12 })
