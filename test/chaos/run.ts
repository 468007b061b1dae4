import { parseArgs } from 'node:util'

/** `npm run test:chaos`: against the practice service, or with `--service rogue` against one that draws what the spec leaves open. */
const { values: flags } = parseArgs({ options: { service: { type: 'string', default: 'practice' } }, strict: false })
await (flags.service === 'rogue' ? import('./rogue-run.ts') : import('./practice-run.ts'))
