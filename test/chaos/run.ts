import { parseArgs } from 'node:util'

/**
 * `npm run test:chaos`: runs against the practice service. With `--service rogue`, runs against a service with random choices where the
 * spec is open.
 */
const { values: flags } = parseArgs({ options: { service: { type: 'string', default: 'practice' } }, strict: false })
await (flags.service === 'rogue' ? import('./rogue-run.ts') : import('./practice-run.ts'))
