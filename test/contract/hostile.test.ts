import { hostileSuite } from './hostile-suite.ts'

/** `hostile.long.test.ts` makes several times as many. */
hostileSuite({ large: 4, field: 20, detection: 50, accepted: 6, any: 60 })
