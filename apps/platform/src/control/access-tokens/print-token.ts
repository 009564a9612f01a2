import { makeToken } from './token.ts'

// what `npm run -s token` prints, to start a platform with as PLINTH_ACCESS_TOKEN
process.stdout.write(`${makeToken()}\n`)
