import { parseArgs } from 'node:util'

/**
 * Entry point of `npm run test:chaos`. Runs against the practice service. With `--service rogue`, runs against the rogue service. The rogue
 * service behaves randomly where the spec leaves its behaviour open.
 */
const { values: flags } = parseArgs({ options: { service: { type: 'string', default: 'practice' } }, strict: false })
await (flags.service === 'rogue' ? import('./rogue-run.ts') : import('./practice-run.ts'))
